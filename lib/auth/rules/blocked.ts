import { fail, pass, quote, type Rule } from "../standing";

/** A blocked team, user, organisation or end user is refused everything (spec 3, 5.8). */
export const blockedRule: Rule = {
  rule: "blocked",
  spec: "3, 5.8",
  check({ identity, facts }, { team, user, admin }) {
    if (team?.facts?.blocked) return fail("team_blocked", `The team ${quote(team.id)} is blocked.`);
    if (user?.facts?.blocked && !admin) return fail("user_blocked", `The user ${quote(user.id)} is blocked.`);
    const organizationId = identity.organizationId ?? team?.facts?.organizationId;
    if (organizationId && facts.organizations.get(organizationId)?.blocked) {
      return fail("organization_blocked", `The organisation ${quote(organizationId)} is blocked.`);
    }
    if (facts.endUser?.blocked) return fail("end_user_blocked", `The end user ${quote(facts.endUser.id)} is blocked.`);
    return pass("Nobody the call is charged to is blocked.");
  },
};
