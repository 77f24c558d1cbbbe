import { endUserFacts, endUserIdOf, foreignEndUser } from "../end-user";
import { fail, pass, type Rule } from "../standing";
import { quote } from "@/lib/quote";
import { organizationIdsOf } from "./organization";

/**
 * A blocked team, user, organisation or end user is refused everything (spec 3, 5.8). Exception: an administrator acts
 * for no team or organisation on management routes, and so can undo their block; a viewer can look at it. A blocked
 * user is refused even as an administrator.
 */
export const blockedRule: Rule = {
  rule: "blocked",
  spec: "3, 5.8",
  codes: ["team_blocked", "user_blocked", "organization_blocked", "end_user_not_allowed", "end_user_blocked"],
  says: "A blocked team, user, organisation or end user is refused. On management routes an administrator acts for no team or organisation, and so can undo their block. A blocked user is refused even as an administrator. The body may not name an end user with the `id_prefix` of another issuer.",
  check({ identity, facts, request, settings }, standing) {
    const { team, user, admin, viewer } = standing;
    if (team?.facts?.blocked) return fail("team_blocked", `The team ${quote(team.id)} is blocked.`);
    if (user?.facts?.blocked) return fail("user_blocked", `The user ${quote(user.id)} is blocked.`);
    const manages = (admin || viewer) && request.model === undefined;
    const organization = manages
      ? undefined
      : organizationIdsOf(identity, standing).find((id) => facts.organizations.get(id)?.blocked);
    if (organization !== undefined)
      return fail("organization_blocked", `The organisation ${quote(organization)} is blocked.`);
    const foreign = foreignEndUser({ identity, request }, settings.jwtAuth);
    if (foreign !== undefined)
      return fail(
        "end_user_not_allowed",
        `The end user ${quote(foreign)} belongs to another issuer, by its id_prefix.`,
      );
    const endUser = endUserFacts(facts, endUserIdOf({ identity, request, facts }, team?.id));
    if (endUser?.blocked) return fail("end_user_blocked", `The end user ${quote(endUser.id)} is blocked.`);
    return pass("No payer of the call is blocked.");
  },
};
