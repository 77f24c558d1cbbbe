import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withIdentity, withTeam } from "../situation";

export const addGroup = changeKind(z.object({ kind: z.literal("add-group"), team: z.string() }), {
  describe: ({ team }) => `the token's groups named the team ${quote(team)}`,
  apply: (situation, { team }) =>
    withIdentity(withTeam(situation, team), { groups: [...situation.identity.groups, team], statesGroups: true }),
});
