import type { InternalRole } from "@/lib/config/schema";
import { isEntityId } from "@/lib/entity-id";
import { applyChange, type Situation } from "./change";
import type { Change } from "./changes/change";
import { describeChange } from "./describe-change";
import { decide } from "./decide";
import { requestChanges } from "./request-changes";
import { teamsNamedBySettings } from "./named-teams";
import { groupTeams } from "./group-teams";
import { settingsOfCaller } from "./issuer-settings";
import { mayMakeAdministrators } from "./issuer-trust";
import { DEFAULT_ADMIN_SCOPE } from "./rules/admin";
import { isBoundByToken } from "./rules/bound-by-token";
import { hasAllowedEmail } from "./rules/email-domain";
import { allowsModel } from "./rules/model";
import { mapsRole } from "./rules/role-permissions";
import { userIdOf } from "./rules/user-id";

/** The smallest change that would turn a denial into an allow. */
export interface NearestMiss {
  readonly changes: readonly Change[];
  /** The changes in words, in the same order. */
  readonly descriptions: readonly string[];
  readonly sentence: string;
}

/** How many decisions one search may make before it gives up. */
const MAX_DECISIONS = 4_000;
/** How many changes of one kind are tried, so that a token with many groups does not use up the search. */
const MAX_OF_A_KIND = 25;

/** Roles suggested for a model call. Administrator is not one of them: a team or a user is enough. */
const ORDINARY_ROLES = ["internal_user", "team"] as const satisfies InternalRole[];

/**
 * Tries single changes to a denied situation, then pairs, and returns the first that makes `decide()` allow. Among
 * equally many changes, the model for the caller's own key, user or team comes before another team, and what concerns
 * one caller before what concerns many; route lists come last.
 */
export function findNearestMiss(asked: Situation): NearestMiss | undefined {
  const situation = { ...asked, settings: settingsOfCaller(asked.identity, asked.settings) };
  const denial = decide(situation);
  if (denial.allow) return undefined;
  let decisions = 0;
  const steps: { after: Situation; change: Change }[] = [];
  for (const change of changesOf(situation)) {
    const after = applyChange(situation, change);
    const decision = decide(after);
    decisions++;
    if (decision.allow) return nearestMiss([change]);
    // A change that leaves the refusal exactly as it was does not help. A new scope is an exception: the model may yet
    // be listed under it.
    const changesRefusal = decision.code !== denial.code || decision.message !== denial.message;
    if (changesRefusal || change.kind === "add-scope") steps.push({ after, change });
  }
  for (const { after, change } of steps) {
    for (const second of changesOf(after)) {
      if (decisions++ > MAX_DECISIONS) return undefined;
      if (decide(applyChange(after, second)).allow) return nearestMiss([change, second]);
    }
  }
  return undefined;
}

function nearestMiss(changes: readonly Change[]): NearestMiss {
  const descriptions = changes.map(describeChange);
  return { changes, descriptions, sentence: `It would be allowed if ${descriptions.join(" and ")}.` };
}

/** Every change worth trying, in order of preference. */
function changesOf(situation: Situation): Change[] {
  const lists = modelLists(situation);
  const own = lists.filter((change) => isOfCaller(change, situation));
  return [
    ...own,
    ...unblockings(situation),
    ...creations(situation),
    ...emails(situation),
    ...teams(situation),
    ...members(situation),
    ...requestChanges(situation),
    ...tokenScopes(situation),
    ...lists.filter((change) => !own.includes(change)),
    ...scopeMappings(situation),
    ...groupMappings(situation),
    ...tokenRoles(situation),
    ...roleMappings(situation),
    ...teamAdministration(situation),
    ...viewing(situation),
    ...administration(situation),
    ...routeLists(situation),
  ];
}

function unblockings({ identity, facts, now }: Situation): Change[] {
  const blocked = (
    entity: Extract<Change, { kind: "unblock" }>["entity"],
    rows: Iterable<{ id: string; blocked: boolean }>,
  ): Change[] => [...rows].filter((row) => row.blocked).map(({ id }) => ({ kind: "unblock", entity, id }));
  const { key } = identity;
  return [
    ...blocked("key", key ? [key] : []),
    ...(key && key.expiresAt !== null && key.expiresAt <= now ? [{ kind: "renew-key" as const, id: key.id }] : []),
    ...blocked("user", facts.users.values()),
    ...blocked("team", facts.teams.values()).slice(0, MAX_OF_A_KIND),
    ...blocked("organization", facts.organizations.values()).slice(0, MAX_OF_A_KIND),
    ...blocked("end_user", facts.endUsers.rows.values()),
  ];
}

function creations({ identity, facts, settings: { jwtAuth } }: Situation): Change[] {
  const users = [identity.userId, identity.objectId].filter((id) => id !== undefined && !facts.users.has(id));
  const named = identity.kind === "jwt" ? teamsNamedBySettings(identity, [jwtAuth]).ids : [];
  const teams = [identity.teamId, identity.objectId, ...identity.groups, ...named].filter(
    (id) => id !== undefined && !facts.teams.has(id),
  );
  return [
    ...users.map((id): Change => ({ kind: "create-user", id: id ?? "" })),
    ...teams.slice(0, MAX_OF_A_KIND).map((id): Change => ({ kind: "create-team", id: id ?? "" })),
  ];
}

/**
 * Teams that the token could name as well: in its groups if a groups claim is configured, otherwise in the team claim.
 */
function teams({ identity, request, knownTeams }: Situation): Change[] {
  if (identity.kind !== "jwt") return [];
  const { groupsClaim, teamClaim, teamId } = identity;
  const usable = knownTeams.filter(
    (team) => !team.blocked && allowsModel(team.models, request.model) && !identity.groups.includes(team.id),
  );
  return usable
    .slice(0, MAX_OF_A_KIND)
    .flatMap(({ id }): Change[] => [
      ...(groupsClaim === undefined ? [] : [{ kind: "add-group" as const, team: id }]),
      ...(teamId === id ? [] : [{ kind: "name-team" as const, team: id, claim: teamClaim ?? "client_id" }]).filter(
        () => identity.objectId === undefined,
      ),
    ]);
}

/** New memberships, if the database and not the token says who is in a team. */
function members({ identity, facts, settings, request, knownTeams }: Situation): Change[] {
  const user =
    identity.kind === "jwt" && identity.groupsClaim === undefined ? userIdOf({ identity, facts, settings }) : undefined;
  if (user === undefined) return [];
  const own = facts.users.get(user)?.teams ?? [];
  const usable = knownTeams.filter(
    (team) => !team.blocked && allowsModel(team.models, request.model) && !own.includes(team.id),
  );
  return usable.slice(0, MAX_OF_A_KIND).map(({ id }) => ({ kind: "add-member", user, team: id }));
}

/** E-mails, if the token may carry one and a domain is allowed (spec 5.7). */
function emails({ identity, settings: { jwtAuth } }: Situation): Change[] {
  const domain = jwtAuth.user_allowed_email_domain?.replace(/^@/, "");
  if (identity.kind !== "jwt" || domain === undefined || jwtAuth.user_email_jwt_field === undefined) return [];
  const { email, emailVerified } = identity;
  const verify: Change[] = email !== undefined && emailVerified !== true ? [{ kind: "verify-email", email }] : [];
  // A different e-mail of the domain would belong to a different user.
  return hasAllowedEmail({ ...identity, emailVerified: true }, jwtAuth)
    ? verify
    : [...verify, { kind: "name-email", domain }];
}

/** Scopes that list the model come first: the others would need the model added too. */
function tokenScopes({ identity, settings, request }: Situation): Change[] {
  const { model } = request;
  if (identity.kind !== "jwt" || !settings.jwtAuth.enforce_scope_based_access || model === undefined) return [];
  const missing = settings.jwtAuth.scope_mappings.filter(({ scope }) => !identity.scopes.includes(scope));
  const listing = missing.filter(({ models }) => models.includes(model));
  const others = missing.filter(({ models }) => !models.includes(model));
  return [...listing, ...others].slice(0, MAX_OF_A_KIND).map(({ scope }) => ({ kind: "add-scope", scope }));
}

type ModelChange = Extract<Change, { kind: "allow-model" }>;

/**
 * Whether the list is that of the caller's key, user or team. Another team would pay for the call and open more than
 * the one model. `team_id_default` is the team of every token that names none.
 */
function isOfCaller({ holder, id }: ModelChange, { settings }: Situation): boolean {
  if (holder === "team") return id !== settings.jwtAuth.team_id_default;
  return holder === "key" || holder === "user";
}

function modelLists({ identity, facts, settings, request: { model } }: Situation): ModelChange[] {
  if (model === undefined || !isEntityId(model)) return [];
  const refusing = (
    holder: ModelChange["holder"],
    rows: Iterable<{ id: string; models: readonly string[] }>,
  ): ModelChange[] =>
    [...rows]
      .filter(({ models }) => !allowsModel(models, model))
      .map(({ id }) => ({ kind: "allow-model", holder, id, model }));
  return [
    ...refusing("key", identity.key ? [identity.key] : []),
    ...refusing("team", facts.teams.values()).slice(0, MAX_OF_A_KIND),
    ...refusing("user", facts.users.values()),
    ...refusing("organization", facts.organizations.values()).slice(0, MAX_OF_A_KIND),
    ...refusing(
      "role",
      isBoundByToken(identity)
        ? settings.jwtAuth.role_permissions.map(({ role, models }) => ({ id: role, models }))
        : [],
    ),
    ...refusing(
      "role mapping",
      isBoundByToken(identity) && settings.jwtAuth.enforce_rbac
        ? settings.jwtAuth.role_mappings.map(({ role, models }) => ({ id: role, models: models ?? [] }))
        : [],
    ),
  ];
}

/** Exact model names only: a mapping must not contain `*` (spec 2.2). */
function scopeMappings({ identity, settings, request: { model } }: Situation): Change[] {
  if (
    !isBoundByToken(identity) ||
    !settings.jwtAuth.enforce_scope_based_access ||
    model === undefined ||
    model.includes("*")
  )
    return [];
  return identity.scopes.slice(0, MAX_OF_A_KIND).map((scope) => ({ kind: "map-scope", scope, model }));
}

/** Mappings of the token's groups, if none of them is a team yet. */
function groupMappings({ identity, settings: { jwtAuth }, request, facts, knownTeams }: Situation): Change[] {
  const isTeam = groupTeams({ identity, facts, settings: { jwtAuth } }).length > 0;
  const team = knownTeams.find(({ blocked, models }) => !blocked && allowsModel(models, request.model));
  if (identity.kind !== "jwt" || isTeam || team === undefined) return [];
  return identity.groups.slice(0, MAX_OF_A_KIND).map((group) => ({ kind: "map-group", group, team: team.id }));
}

/** Roles, if the token may carry any. */
function tokenRoles({ identity, settings: { jwtAuth } }: Situation): Change[] {
  if (identity.kind !== "jwt" || !jwtAuth.enforce_rbac || jwtAuth.roles_jwt_field === undefined) return [];
  const isNew = (role: string): boolean => !identity.roles.includes(role);
  return jwtAuth.role_mappings
    .filter(({ role, internal_role: internal }) => isNew(role) && ORDINARY_ROLES.some((name) => name === internal))
    .slice(0, MAX_OF_A_KIND)
    .map(({ role }) => ({ kind: "add-role", role }));
}

function roleMappings({ identity, settings: { jwtAuth } }: Situation): Change[] {
  if (identity.kind !== "jwt" || !jwtAuth.enforce_rbac) return [];
  const unmapped = identity.roles
    .filter((name) => !jwtAuth.role_mappings.some((mapping) => mapsRole(mapping, name)))
    .slice(0, MAX_OF_A_KIND);
  return unmapped.flatMap((role) =>
    ORDINARY_ROLES.map((option): Change => ({ kind: "map-role", role, internalRole: option })),
  );
}

function routeLists({ identity, settings: { jwtAuth }, request: { route } }: Situation): Change[] {
  const own = identity.kind === "virtual-key" ? (["allowed_routes"] as const) : [];
  const ofTokens = isBoundByToken(identity)
    ? (["team_allowed_routes", "role_permissions", "role_mappings"] as const)
    : [];
  const ofAdministrators = identity.kind === "virtual-key" ? [] : (["admin_allowed_routes"] as const);
  const lists = [...own, ...ofTokens, ...ofAdministrators];
  return lists
    .filter((list) => list !== "role_permissions" || jwtAuth.role_permissions.some(({ routes }) => routes.length > 0))
    .filter((list) => list !== "role_mappings" || jwtAuth.role_mappings.some(({ routes }) => routes?.length))
    .map((list) => ({ kind: "allow-route", list, route }));
}

/** The administration of a team that the caller is in, for operations that the administrators of teams may call. */
function teamAdministration({ identity, facts, settings, request }: Situation): Change[] {
  const userId = userIdOf({ identity, facts, settings });
  const user = userId === undefined ? undefined : facts.users.get(userId);
  if (identity.kind !== "jwt" || user === undefined || request.access !== "team_administrators") return [];
  if ((user.administers ?? []).length > 0)
    return [{ kind: "allow-route", list: "team_admin_allowed_routes", route: request.route }];
  return user.teams.slice(0, MAX_OF_A_KIND).map((team) => ({ kind: "make-team-administrator", user: user.id, team }));
}

/** A viewer's rights, for what administrators only read. */
function viewing({ identity, facts, settings, request }: Situation): Change[] {
  const { admin_viewer_jwt_scope: scope, enforce_rbac: usesRoles, role_mappings: mappings } = settings.jwtAuth;
  if (identity.kind !== "jwt" || request.effect !== "reads" || request.access !== "administrators") return [];
  const roles = usesRoles
    ? mappings.filter(
        ({ role, internal_role: internal }) => internal === "proxy_admin_viewer" && !identity.roles.includes(role),
      )
    : [];
  const userId = userIdOf({ identity, facts, settings });
  return [
    ...(scope === undefined || identity.scopes.includes(scope) ? [] : [{ kind: "add-scope" as const, scope }]),
    ...roles.map(({ role }): Change => ({ kind: "add-role", role })),
    ...(userId !== undefined && facts.users.has(userId) ? [{ kind: "make-viewer" as const, user: userId }] : []),
  ];
}

/** Administrator rights, for administrative routes only: a model call has a nearer change. */
function administration({ identity, settings, request }: Situation): Change[] {
  const { jwtAuth } = settings;
  if (identity.kind !== "jwt" || request.model !== undefined) return [];
  const scope = jwtAuth.admin_jwt_scope ?? DEFAULT_ADMIN_SCOPE;
  const roles = jwtAuth.enforce_rbac
    ? jwtAuth.role_mappings.filter(
        ({ role, internal_role: internal }) =>
          internal === "proxy_admin" && !role.includes("*") && !identity.roles.includes(role),
      )
    : [];
  const trust: Change[] =
    identity.issuer === undefined || mayMakeAdministrators({ identity, settings })
      ? []
      : [{ kind: "allow-admin", issuer: identity.issuer }];
  const { admin_jwt_role: adminRole } = jwtAuth;
  return [
    ...trust,
    ...(adminRole === undefined || identity.roles.includes(adminRole)
      ? []
      : [{ kind: "add-role" as const, role: adminRole }]),
    ...(identity.scopes.includes(scope) ? [] : [{ kind: "add-scope" as const, scope }]),
    ...roles.map(({ role }): Change => ({ kind: "add-role", role })),
  ];
}
