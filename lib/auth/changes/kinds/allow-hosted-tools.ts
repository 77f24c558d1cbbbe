import { z } from "zod";
import type { TeamFacts } from "../../decision";
import { opensHostedTool } from "../../rules/hosted-tool";
import { list } from "../../standing";
import { changeKind } from "../change-kind";
import { changed, withFacts, withKey } from "../situation";

export const allowHostedTools = changeKind(
  z.object({
    kind: z.literal("allow-hosted-tools"),
    holder: z.enum(["key", "role", "role mapping", "team"]),
    id: z.string(),
    tools: z.array(z.string()).describe("By type or address."),
  }),
  {
    describe: ({ holder, id, tools }) => `hosted_tools of the ${holder} ${list([id])} included ${list(tools)}`,
    settings({ holder, id, tools }, { role_permissions: permissions, role_mappings: mappings }) {
      if (holder === "role") return { role_permissions: permissions.map((entry) => opening(entry, id, tools)) };
      return holder === "role mapping" ? { role_mappings: mappings.map((entry) => opening(entry, id, tools)) } : {};
    },
    apply(situation, { holder, id, tools }) {
      const { teams } = situation.facts;
      const opened = (row: { readonly hostedTools?: readonly string[] | null } | undefined) =>
        row?.hostedTools ? { hostedTools: withHostedTools(row.hostedTools, tools) } : {};
      if (holder === "key") return withKey(situation, opened(situation.identity.key));
      if (holder === "role" || holder === "role mapping") return situation;
      return withFacts(situation, { teams: changed<TeamFacts>(teams, id, opened(teams.get(id))) });
    },
  },
);

/** An entry whose list opens these tools too, if it is the role's and has one. */
function opening<Entry extends { readonly role: string; readonly hosted_tools?: readonly string[] | undefined }>(
  entry: Entry,
  role: string,
  tools: readonly string[],
): Entry {
  return entry.role === role && entry.hosted_tools
    ? { ...entry, hosted_tools: withHostedTools(entry.hosted_tools, tools) }
    : entry;
}

/** A list of patterns that opens these tools too. */
export function withHostedTools(patterns: readonly string[], tools: readonly string[]): string[] {
  return [...patterns, ...tools.filter((tool) => !opensHostedTool(patterns, tool))];
}
