import { groupTeams, missingGroupTeams } from "../group-teams";
import { counted, pass, skip, type Rule } from "../standing";

/**
 * With `sync_user_teams`, a user's memberships follow the token's groups; the user also leaves teams
 * (docs/explain/teams.md).
 */
export const membershipsRule: Rule = {
  rule: "memberships",
  spec: "explain/teams",
  codes: [],
  says: "With `sync_user_teams`, the user joins and leaves teams to match the token's groups.",
  check(input, { user, obligations }) {
    const { identity, settings } = input;
    if (!settings.jwtAuth.sync_user_teams) return skip("The setting sync_user_teams is off.");
    if (user === undefined || !identity.statesGroups)
      return skip("The token does not say which groups its user is in.");
    const exists = user.facts !== undefined || obligations.some((obligation) => obligation.kind === "create-user");
    if (!exists) return skip("The user is not in the database and is not created.");
    const isCreated = (id: string): boolean =>
      obligations.some((obligation) => obligation.kind === "create-team" && obligation.id === id);
    const teams = [...groupTeams(input).map(({ id }) => id), ...missingGroupTeams(input).filter(isCreated)];
    const current = user.facts?.teams ?? [];
    const join = teams.filter((id) => !current.includes(id));
    const leave = current.filter((id) => !teams.includes(id));
    if (join.length === 0 && leave.length === 0) return pass("The user's memberships match the token's groups.");
    return pass(`The user would join ${counted(join.length, "team")} and leave ${leave.length}.`, {
      obligations: [...obligations, { kind: "sync-memberships", userId: user.id, join, leave }],
    });
  },
};
