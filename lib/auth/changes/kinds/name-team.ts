import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withIdentity, withTeam } from "../situation";

export const nameTeam = changeKind(z.object({ kind: z.literal("name-team"), team: z.string(), claim: z.string() }), {
  describe: ({ team, claim }) => `the token named the team ${quote(team)} in ${quote(claim)}`,
  apply: (situation, { team }) => withIdentity(withTeam(situation, team), { teamId: team }),
});
