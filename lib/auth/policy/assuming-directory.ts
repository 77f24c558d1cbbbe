import type { PolicyTest } from "@/lib/config/policy-test-schema";
import type { EndUserFacts, OrganizationFacts, TeamFacts, UserFacts } from "../decision";
import type { Directory } from "../facts";

/** A directory without rows. */
export const EMPTY_DIRECTORY: Directory = {
  team: async () => undefined,
  teamsByAlias: async () => undefined,
  user: async () => undefined,
  organization: async () => undefined,
  endUser: async () => undefined,
  keyByHash: async () => undefined,
};

/** The rows that a test assumes, over those of another directory. */
export function assumingDirectory(assumed: PolicyTest["assume"], rest: Directory): Directory {
  if (assumed === undefined) return rest;
  const teams = byId(assumed.teams.map(teamOf));
  const users = byId(assumed.users.map(userOf));
  const organizations = byId(assumed.organizations.map(organizationOf));
  const endUsers = byId(assumed.end_users.map(endUserOf));
  return {
    ...rest,
    team: async (id) => teams.get(id) ?? (await rest.team(id)),
    teamsByAlias: async (alias) => {
      const others = (await rest.teamsByAlias(alias)) ?? [];
      const named = [...teams.values()].filter((team) => team.alias === alias).map(({ id }) => id);
      const ids = [...named, ...others.filter((id) => !teams.has(id))];
      // Two are enough to tell that an alias names no team.
      return ids.length === 0 ? undefined : ids.sort().slice(0, 2);
    },
    user: async (id) => users.get(id) ?? (await rest.user(id)),
    organization: async (id) => organizations.get(id) ?? (await rest.organization(id)),
    endUser: async (id) => endUsers.get(id) ?? (await rest.endUser(id)),
  };
}

type Assumed<Kind extends keyof NonNullable<PolicyTest["assume"]>> = NonNullable<PolicyTest["assume"]>[Kind][number];

function teamOf({
  team_id: id,
  team_alias: alias,
  organization_id: organization,
  object_permission: objectPermission,
  hosted_tools: hostedTools,
  ...rest
}: Assumed<"teams">): TeamFacts {
  return {
    id,
    alias: alias ?? null,
    organizationId: organization ?? null,
    objectPermission,
    ...rest,
    ...(hostedTools && { hostedTools }),
  };
}

function userOf({
  user_id: id,
  user_role: role,
  teams,
  object_permission: objectPermission,
  ...rest
}: Assumed<"users">): UserFacts {
  // Whoever administers a team is one of its members.
  const memberOf = [...new Set([...teams, ...rest.administers])].sort();
  const administers = [...rest.administers].sort();
  return { ...rest, id, email: null, role: role ?? null, teams: memberOf, administers, objectPermission };
}

function organizationOf({
  organization_id: id,
  object_permission: objectPermission,
  ...rest
}: Assumed<"organizations">): OrganizationFacts {
  return { id, objectPermission, ...rest };
}

function endUserOf({
  end_user_id: id,
  object_permission: objectPermission,
  blocked,
}: Assumed<"end_users">): EndUserFacts {
  return { id, blocked, objectPermission };
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
