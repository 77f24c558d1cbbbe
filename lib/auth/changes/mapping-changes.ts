import { groupTeams } from "../group-teams";
import { isBoundByToken } from "../rules/bound-by-token";
import { allowsModel } from "../rules/model";
import { mapsRole } from "../rules/role-permissions";
import type { Change } from "./change";
import { MOST_OF_A_KIND } from "./most-of-a-kind";
import { ORDINARY_ROLES } from "./ordinary-roles";
import type { Situation } from "./situation";

/** Exact model names only: a mapping must not contain `*` (spec 2.2). */
export function scopeMappings({ identity, settings, request: { model } }: Situation): Change[] {
  if (
    !isBoundByToken(identity) ||
    !settings.jwtAuth.enforce_scope_based_access ||
    model === undefined ||
    model.includes("*")
  )
    return [];
  return identity.scopes.slice(0, MOST_OF_A_KIND).map((scope) => ({ kind: "map-scope", scope, model }));
}

/** Mappings of the token's groups, if none of them is a team yet. */
export function groupMappings({ identity, settings: { jwtAuth }, request, facts, knownTeams }: Situation): Change[] {
  const isTeam = groupTeams({ identity, facts, settings: { jwtAuth } }).length > 0;
  const team = knownTeams.find(({ blocked, models }) => !blocked && allowsModel(models, request.model));
  if (identity.kind !== "jwt" || isTeam || team === undefined) return [];
  return identity.groups.slice(0, MOST_OF_A_KIND).map((group) => ({ kind: "map-group", group, team: team.id }));
}

export function roleMappings({ identity, settings: { jwtAuth } }: Situation): Change[] {
  if (identity.kind !== "jwt" || !jwtAuth.enforce_rbac) return [];
  const unmapped = identity.roles
    .filter((name) => !jwtAuth.role_mappings.some((mapping) => mapsRole(mapping, name)))
    .slice(0, MOST_OF_A_KIND);
  return unmapped.flatMap((role) =>
    ORDINARY_ROLES.map((option): Change => ({ kind: "map-role", role, internalRole: option })),
  );
}
