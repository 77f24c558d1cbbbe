import { fail, pass, skip, type Rule } from "../standing";
import { quote } from "@/lib/quote";
import { hasAllowedEmail } from "./email-domain";
import { mappedRole } from "./role";
import { userIdOf } from "./user-id";

/** Finds the user who acts and pays, and checks that they exist if they must (spec 3, 5.5, 5.7, 5.10). */
export const userRule: Rule = {
  rule: "user",
  spec: "3, 5.5, 5.7, 5.10",
  codes: ["user_not_found", "user_required"],
  says: "Finds the user who acts and pays, and checks that they exist if they must.",
  check(input, standing) {
    const { identity, facts, settings } = input;
    const id = userIdOf(input);
    const role = mappedRole(input)?.internal_role;
    if (id === undefined) {
      return role === "internal_user" && standing.team === undefined
        ? fail("user_required", "The role makes the caller a user, but the token carries no user id.")
        : skip("The caller is not a user.");
    }
    const user = { id, facts: facts.users.get(id) };
    const grants = [...standing.grants, "a user"];
    if (identity.key) {
      return user.facts
        ? pass(`The key belongs to the user ${quote(id)}.`, { user })
        : fail("user_not_found", `The key's user ${quote(id)} does not exist.`);
    }
    if (user.facts) return pass(`The user ${quote(id)} exists.`, { user, grants });
    if (settings.jwtAuth.user_id_upsert) {
      return pass(`The user ${quote(id)} would be created.`, {
        user,
        grants,
        obligations: [...standing.obligations, { kind: "create-user", id, email: identity.email }],
      });
    }
    if (standing.admin) return pass(`The user ${quote(id)} is an administrator and need not exist.`, { user });
    if (role !== undefined)
      return pass(`The user ${quote(id)} need not exist: a mapped role replaces the database entry.`, { user, grants });
    if (hasAllowedEmail(identity, settings.jwtAuth.user_allowed_email_domain)) {
      return pass(`The user ${quote(id)} need not exist: their e-mail is in the allowed domain.`, { user, grants });
    }
    return fail("user_not_found", `The user ${quote(id)} does not exist.`);
  },
};
