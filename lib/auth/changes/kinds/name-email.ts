import { z } from "zod";
import { changeKind } from "../change-kind";
import { withIdentity } from "../situation";

export const nameEmail = changeKind(z.object({ kind: z.literal("name-email"), domain: z.string() }), {
  describe: ({ domain }) => `the token named a verified e-mail in ${domain}`,
  apply: (situation, { domain }) => withIdentity(situation, { email: `somebody@${domain}`, emailVerified: true }),
});
