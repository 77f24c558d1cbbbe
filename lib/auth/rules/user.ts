import { fail, pass, quote, skip, type DecisionInput, type Rule, type Standing } from "../standing";
import { hasAllowedEmail } from "./email-domain";

/** Which user acts and pays, and whether they must exist (spec 5.5, 5.7, 5.10). */
export const userRule: Rule = {
  rule: "user",
  spec: "5.5, 5.7",
  check(input, standing) {
    const { identity, facts, settings } = input;
    const id = userIdOf(input, standing);
    if (id === undefined) return skip("The token names no user.");
    const user = { id, facts: facts.user };
    const grants = [...standing.grants, "a user"];
    if (identity.key) return pass(`The key belongs to the user ${quote(id)}.`, { user });
    if (facts.user) return pass(`The user ${quote(id)} exists.`, { user, grants });
    if (settings.jwtAuth.user_id_upsert) {
      return pass(`The user ${quote(id)} would be created.`, {
        user,
        grants,
        obligations: [...standing.obligations, { kind: "create-user", id, email: identity.email }],
      });
    }
    if (standing.admin) return pass(`The user ${quote(id)} is an administrator and need not exist.`, { user });
    if (standing.role === "internal_user" || standing.role === "team") {
      if (settings.jwtAuth.enforce_rbac) return pass(`The user ${quote(id)} need not exist: a role stands for them.`, { user, grants });
    }
    if (hasAllowedEmail(identity, settings.jwtAuth.user_allowed_email_domain)) {
      return pass(`The user ${quote(id)} need not exist: their e-mail is in the allowed domain.`, { user, grants });
    }
    return fail("user_not_found", `The user ${quote(id)} does not exist.`);
  },
};

/** A claim of its own, then the object id where it is not the team's, then an e-mail that the domain rule let in. */
export function userIdOf({ identity, facts, settings }: Pick<DecisionInput, "identity" | "facts" | "settings">, standing: Pick<Standing, "role" | "team">): string | undefined {
  if (identity.userId !== undefined) return identity.userId;
  const { objectId } = identity;
  if (objectId !== undefined && standing.role !== "team" && standing.team?.id !== objectId && !facts.teams.has(objectId)) return objectId;
  return hasAllowedEmail(identity, settings.jwtAuth.user_allowed_email_domain) ? identity.email : undefined;
}
