import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { newUser, withFacts } from "../situation";

export const createUser = changeKind(z.object({ kind: z.literal("create-user"), id: z.string() }), {
  describe: ({ id }) => `there were a user ${quote(id)}`,
  apply: (situation, { id }) => withFacts(situation, { users: new Map(situation.facts.users).set(id, newUser(id)) }),
});
