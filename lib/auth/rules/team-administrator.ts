import type { AccessRequest, Identity } from "../decision";
import { allowingEntry } from "../routes";
import { pass, skip, theTeams, type DecisionInput, type Rule } from "../standing";
import { userIdOf } from "./user-id";

/**
 * Administrators of teams: members with the role `admin`. The operation itself checks that what it is asked for belongs
 * to one of these teams.
 */
export const teamAdministratorRule: Rule = {
  rule: "team administrator",
  spec: "explain/administrators",
  codes: [],
  says: "A member with the role `admin` administers the team: its members, its keys and their budgets, on the routes of `team_admin_allowed_routes`. Where a claim lists the groups, the token must name the team too. A blocked team is not administered, and a virtual key administers nothing.",
  check(input, standing) {
    const { identity, request, settings } = input;
    if (!isForTeamAdministrators(request)) return skip("The operation is not one for the administrators of teams.");
    if (standing.admin || standing.viewer) return skip("The caller needs no team for this.");
    if (identity.kind !== "jwt") return skip("Only people administer teams.");
    const teams = administeredTeams(input);
    if (teams.length === 0) return skip("The caller administers no team.");
    if (allowingEntry(settings.jwtAuth.team_admin_allowed_routes, request) === undefined)
      return skip(`The caller administers ${theTeams(teams)}, but team_admin_allowed_routes does not name the route.`);
    return pass(`The caller administers ${theTeams(teams)}.`, { administers: teams });
  },
};

/** Whether the operation does more for the administrators of a team than for its other members. */
function isForTeamAdministrators({ access }: Pick<AccessRequest, "access">): boolean {
  return access === "owners" || access === "team_administrators";
}

/** The open teams in which the user's record has the role `admin`, and which the token does not leave out. */
export function administeredTeams(input: Pick<DecisionInput, "identity" | "settings" | "facts">): readonly string[] {
  const { identity, facts } = input;
  const userId = userIdOf(input);
  const recorded = (userId === undefined ? undefined : facts.users.get(userId)?.administers) ?? [];
  return recorded.filter((id) => {
    const team = facts.teams.get(id);
    const organization = team?.organizationId ? facts.organizations.get(team.organizationId) : undefined;
    return team !== undefined && !team.blocked && !organization?.blocked && countsMembership(identity, id);
  });
}

/** Where a claim lists the groups, the provider says who is in a team: a group taken away ends the administration. */
function countsMembership({ groupsClaim, groups, teamId, teamIdIsSoft }: Identity, id: string): boolean {
  return groupsClaim === undefined || groups.includes(id) || (teamId === id && !teamIdIsSoft);
}
