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
  }),
  {
    words: ({ holder, id, server, tool }) =>
      `the object_permission of the ${holder.replace("_", " ")} ${quote(id)} opened ${tool === undefined ? "" : `the tool ${quote(tool)} of `}the server ${quote(server)}`,
    apply(situation, { holder, id, server, tool }) {
      const { teams, users, organizations, endUsers } = situation.facts;
      const opened = (row: { readonly objectPermission?: ObjectPermission | null } | undefined) => ({
        objectPermission: opening(row?.objectPermission ?? {}, server, tool),
      });
      switch (holder) {
        case "key":
          return withKey(situation, opened(situation.identity.key));
        case "team":
          return withFacts(situation, { teams: changed<TeamFacts>(teams, id, opened(teams.get(id))) });
        case "user":
          return withUser(situation, id, opened(users.get(id)));
        case "organization":
          return withFacts(situation, {
            organizations: changed<OrganizationFacts>(organizations, id, opened(organizations.get(id))),
          });
        case "end_user":
          return withFacts(situation, {
            endUsers: { ...endUsers, rows: changed<EndUserFacts>(endUsers.rows, id, opened(endUsers.rows.get(id))) },
          });
      }
    },
  },
);

/** A permission that opens a server, and a tool of it, too. */
function opening(
  { mcp_max_tier: _tier, ...says }: ObjectPermission,
  server: string,
  tool: string | undefined,
): ObjectPermission {
  const byTool = says.mcp_tool_permissions ?? {};
  const own = Object.hasOwn(byTool, server) ? byTool[server] : undefined;
  if (own && tool !== undefined)
    return { ...says, mcp_tool_permissions: { ...byTool, [server]: [...new Set([...own, tool])] } };
  return { ...says, mcp_servers: [...new Set([...(says.mcp_servers ?? []), server])] };
}
