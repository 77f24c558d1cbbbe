import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withTeam } from "../situation";

export const mapGroup = changeKind(z.object({ kind: z.literal("map-group"), group: z.string(), team: z.string() }), {
  describe: ({ group, team }) => `group_mappings mapped the group ${quote(group)} to the team ${quote(team)}`,
  settings: ({ group, team }, { group_mappings: mappings }) => ({
    group_mappings: [...mappings, { group, team_id: team }],
  }),
  apply: (situation, { team }) => withTeam(situation, team),
});
