import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withIdentity } from "../situation";

export const verifyEmail = changeKind(z.object({ kind: z.literal("verify-email"), email: z.string() }), {
  describe: ({ email }) => `the provider had verified the e-mail ${quote(email)}`,
  apply: (situation) => withIdentity(situation, { emailVerified: true }),
});
