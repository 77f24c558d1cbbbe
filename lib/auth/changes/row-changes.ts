import { teamsNamedBySettings } from "../named-teams";
import { allowsModel } from "../rules/model";
import { userIdOf } from "../rules/user-id";
import type { Change } from "./change";
import { MOST_OF_A_KIND } from "./most-of-a-kind";
import type { Situation } from "./situation";

export function unblockings({ identity, facts, now }: Situation): Change[] {
  const blocked = (
    entity: Extract<Change, { kind: "unblock" }>["entity"],
    rows: Iterable<{ id: string; blocked: boolean }>,
  ): Change[] => [...rows].filter((row) => row.blocked).map(({ id }) => ({ kind: "unblock", entity, id }));
  const { key } = identity;
  return [
    ...blocked("key", key ? [key] : []),
    ...(key && key.expiresAt !== null && key.expiresAt <= now ? [{ kind: "renew-key" as const, id: key.id }] : []),
    ...blocked("user", facts.users.values()),
    ...blocked("team", facts.teams.values()).slice(0, MOST_OF_A_KIND),
    ...blocked("organization", facts.organizations.values()).slice(0, MOST_OF_A_KIND),
    ...blocked("end_user", facts.endUsers.rows.values()),
  ];
}

export function creations({ identity, facts, settings: { jwtAuth } }: Situation): Change[] {
  const users = [identity.userId, identity.objectId].filter((id) => id !== undefined && !facts.users.has(id));
  const named = identity.kind === "jwt" ? teamsNamedBySettings(identity, [jwtAuth]).ids : [];
  const teams = [identity.teamId, identity.objectId, ...identity.groups, ...named].filter(
    (id) => id !== undefined && !facts.teams.has(id),
  );
  return [
    ...users.map((id): Change => ({ kind: "create-user", id: id ?? "" })),
    ...teams.slice(0, MOST_OF_A_KIND).map((id): Change => ({ kind: "create-team", id: id ?? "" })),
  ];
}

/** New memberships, if the database and not the token says who is in a team. */
export function members({ identity, facts, settings, request, knownTeams }: Situation): Change[] {
  const user =
    identity.kind === "jwt" && identity.groupsClaim === undefined ? userIdOf({ identity, facts, settings }) : undefined;
  if (user === undefined) return [];
  const own = facts.users.get(user)?.teams ?? [];
  const usable = knownTeams.filter(
    (team) => !team.blocked && allowsModel(team.models, request.model) && !own.includes(team.id),
  );
  return usable.slice(0, MOST_OF_A_KIND).map(({ id }) => ({ kind: "add-member", user, team: id }));
}
