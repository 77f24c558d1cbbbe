import { fail, pass, quote, type Rule } from "../standing";
import { organizationIdsOf } from "./organization";

/**
 * A blocked team, user, organisation or end user is refused everything (spec 3, 5.8). An administrator who manages acts
 * for no team or organisation, and so can undo a block of their own; a blocked user is refused even as one.
 */
export const blockedRule: Rule = {
  rule: "blocked",
  spec: "3, 5.8",
  says: "A blocked team, user, organisation or end user is refused. An administrator who manages acts for no team or organisation, and so can undo a block; a blocked user is refused even as an administrator.",
  check({ identity, facts, request }, standing) {
    const { team, user, admin } = standing;
    if (team?.facts?.blocked) return fail("team_blocked", `The team ${quote(team.id)} is blocked.`);
    if (user?.facts?.blocked) return fail("user_blocked", `The user ${quote(user.id)} is blocked.`);
    const manages = admin && request.model === undefined;
    const organization = manages
      ? undefined
      : organizationIdsOf(identity, standing).find((id) => facts.organizations.get(id)?.blocked);
    if (organization !== undefined)
      return fail("organization_blocked", `The organisation ${quote(organization)} is blocked.`);
    if (facts.endUser?.blocked) return fail("end_user_blocked", `The end user ${quote(facts.endUser.id)} is blocked.`);
    return pass("Nobody the call is charged to is blocked.");
  },
};
