import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { newUser, withFacts, withTeam } from "../situation";

export const addMember = changeKind(z.object({ kind: z.literal("add-member"), user: z.string(), team: z.string() }), {
  describe: ({ user, team }) => `the user ${quote(user)} were a member of the team ${quote(team)}`,
  apply(situation, { user: id, team }) {
    const { users } = situation.facts;
    const user = users.get(id) ?? newUser(id);
    return withFacts(withTeam(situation, team), {
      users: new Map(users).set(id, { ...user, teams: [...user.teams, team] }),
    });
  },
});
