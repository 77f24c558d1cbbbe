import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withIdentity } from "../situation";

export const addScope = changeKind(z.object({ kind: z.literal("add-scope"), scope: z.string() }), {
  describe: ({ scope }) => `the token carried the scope ${quote(scope)}`,
  apply: (situation, { scope }) => withIdentity(situation, { scopes: [...situation.identity.scopes, scope] }),
});
