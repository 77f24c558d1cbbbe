import { z } from "zod";
import type { ObjectPermission } from "@/lib/config/mcp/mcp-schema";
import { quote } from "@/lib/quote";
import type { EndUserFacts, OrganizationFacts, TeamFacts } from "../../decision";
import { changeKind } from "../change-kind";
import { changed, withFacts, withKey, withUser } from "../situation";

export const allowTool = changeKind(
  z.object({
    kind: z.literal("allow-tool"),
    holder: z.enum(["key", "team", "user", "organization", "end_user"]),
    id: z.string(),
    server: z.string(),
    tool: z.string().optional().describe("Absent: its prompts and resources."),
    tier: z.enum(["read", "write"]).optional().describe("Of the tool; `write`, also if absent, lifts `mcp_max_tier`."),
  }),
  {
    describe: ({ holder, id, server, tool }) =>
      `the object_permission of the ${holder.replace("_", " ")} ${quote(id)} opened ${tool === undefined ? "" : `the tool ${quote(tool)} of `}the server ${quote(server)}`,
    apply(situation, { holder, id, ...opened }) {
      const { teams, users, organizations, endUsers } = situation.facts;
      const changedRow = (row: { readonly objectPermission?: ObjectPermission | null } | undefined) => ({
        objectPermission: opening(row?.objectPermission ?? {}, opened),
      });
      switch (holder) {
        case "key":
          return withKey(situation, changedRow(situation.identity.key));
        case "team":
          return withFacts(situation, { teams: changed<TeamFacts>(teams, id, changedRow(teams.get(id))) });
        case "user":
          return withUser(situation, id, changedRow(users.get(id)));
        case "organization":
          return withFacts(situation, {
            organizations: changed<OrganizationFacts>(organizations, id, changedRow(organizations.get(id))),
          });
        case "end_user":
          return withFacts(situation, {
            endUsers: {
              ...endUsers,
              rows: changed<EndUserFacts>(endUsers.rows, id, changedRow(endUsers.rows.get(id))),
            },
          });
      }
    },
  },
);

/** What a permission is to open. */
export interface OpenedTool {
  readonly server: string;
  /** Undefined: its prompts and resources. */
  readonly tool?: string | undefined;
  /** Default: `write`. */
  readonly tier?: "read" | "write" | undefined;
}

/** A permission that opens a server, and a tool of it, too. */
export function opening(
  { mcp_max_tier: maximum, ...says }: ObjectPermission,
  { server, tool, tier }: OpenedTool,
): ObjectPermission {
  const kept = { ...says, ...(maximum !== undefined && tier === "read" && { mcp_max_tier: maximum }) };
  const byTool = says.mcp_tool_permissions ?? {};
  const own = Object.hasOwn(byTool, server) ? byTool[server] : undefined;
  if (own && tool !== undefined)
    return { ...kept, mcp_tool_permissions: { ...byTool, [server]: [...new Set([...own, tool])] } };
  return { ...kept, mcp_servers: [...new Set([...(says.mcp_servers ?? []), server])] };
}
