import { fail, pass, skip, type DecisionInput, type FailedCheck, type Rule, type Standing } from "../standing";
import { quote } from "@/lib/quote";
import { mayCreateUsers } from "../issuer-trust";
import { hasAllowedEmail } from "./email-domain";
import { mappedRole } from "./role";
import { namesTeam } from "./token-teams";
import { userIdOf } from "./user-id";

/**
 * Finds the user who acts and pays, and checks that they exist if they must (spec 3, 5.5, 5.7, 5.10). A token that
 * names its team is the team's: it needs neither an e-mail nor, without team-based access, a user who exists.
 */
export const userRule: Rule = {
  rule: "user",
  spec: "3, 5.5, 5.7, 5.10",
  codes: ["email_domain_not_allowed", "user_not_found", "user_required"],
  says: "Finds the user who acts and pays, and checks that they exist if they must. With `user_allowed_email_domain`, a caller known only as a user must carry an e-mail of the domain. Where the token names the team, a user who is absent and may not be created is passed over, except with `enforce_team_based_model_access`. A service account needs no user and creates none.",
  check(input, standing) {
    const { identity, facts, request, settings } = input;
    const id = userIdOf(input);
    // The admin scope comes before any role, so a mapped role asks nothing more of an administrator.
    const manages = standing.admin || (standing.viewer && request.model === undefined);
    const role = mappedRole(input)?.internal_role;
    if (id === undefined) {
      // The default team vouches for nobody, so a domain that users need is needed here too.
      const unknown = standing.team?.isDefault ? refusedWithoutEmail(input, standing) : undefined;
      if (unknown) return unknown;
      return role === "internal_user" && standing.team === undefined && !manages
        ? fail("user_required", "The role makes the caller a user, but the token carries no user id.")
        : skip(
            identity.serviceAccount === undefined
              ? "The caller is not a user."
              : `The token is a service account's: ${identity.serviceAccount}. It needs no user and creates none.`,
          );
    }
    const user = { id, facts: facts.users.get(id) };
    const grants = [...standing.grants, "a user"];
    if (identity.key) {
      return user.facts
        ? pass(`The key belongs to the user ${quote(id)}.`, { user })
        : fail("user_not_found", `The key's user ${quote(id)} does not exist.`);
    }
    const withoutEmail = refusedWithoutEmail(input, standing);
    if (withoutEmail) return withoutEmail;
    if (user.facts) return pass(`The user ${quote(id)} exists.`, { user, grants });
    if (mayCreateUsers(input)) {
      return pass(`The user ${quote(id)} would be created.`, {
        user,
        grants,
        obligations: [...standing.obligations, { kind: "create-user", id, email: identity.email }],
      });
    }
    if (standing.admin || standing.viewer)
      return pass(`The user ${quote(id)} is ${standing.admin ? "an administrator" : "a viewer"} and need not exist.`, {
        user,
      });
    if (role !== undefined)
      return pass(`The user ${quote(id)} need not exist: a mapped role replaces the database entry.`, { user, grants });
    if (hasAllowedEmail(identity, settings.jwtAuth)) {
      return pass(`The user ${quote(id)} need not exist: their e-mail is in the allowed domain.`, { user, grants });
    }
    if (isKnownByTeam(input, standing) && !settings.jwtAuth.enforce_team_based_model_access) {
      return skip(`The user ${quote(id)} does not exist. The call is the team's, which the token names.`);
    }
    return fail("user_not_found", `The user ${quote(id)} does not exist.`);
  },
};

/** The e-mail domain rule has refused every e-mail that is not allowed, so a caller refused here has none. */
function refusedWithoutEmail(input: DecisionInput, standing: Standing): FailedCheck | undefined {
  const { identity, settings } = input;
  const domain = settings.jwtAuth.user_allowed_email_domain;
  if (domain === undefined || standing.admin || isKnownByTeam(input, standing)) return undefined;
  return hasAllowedEmail(identity, settings.jwtAuth)
    ? undefined
    : fail("email_domain_not_allowed", `The token carries no e-mail. A user needs one in ${domain.replace(/^@/, "")}.`);
}

function isKnownByTeam(input: DecisionInput, { team }: Standing): boolean {
  return team !== undefined && !team.isDefault && namesTeam(input, team.id);
}
