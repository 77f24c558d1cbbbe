import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withUser } from "../situation";

export const makeTeamAdministrator = changeKind(
  z.object({ kind: z.literal("make-team-administrator"), user: z.string(), team: z.string() }),
  {
    describe: ({ user, team }) => `the user ${quote(user)} were an administrator of the team ${quote(team)}`,
    apply: (situation, { user, team }) =>
      withUser(situation, user, { administers: [...(situation.facts.users.get(user)?.administers ?? []), team] }),
  },
);
