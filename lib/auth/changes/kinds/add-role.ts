import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withIdentity } from "../situation";

export const addRole = changeKind(z.object({ kind: z.literal("add-role"), role: z.string() }), {
  describe: ({ role }) =>
    role.includes("*")
      ? `the token carried a role that matches ${quote(role)}`
      : `the token carried the role ${quote(role)}`,
  apply: (situation, { role }) => withIdentity(situation, { roles: [...situation.identity.roles, role] }),
});
