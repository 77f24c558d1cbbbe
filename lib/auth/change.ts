import type { InternalRole, JwtAuthSettings } from "@/lib/config/schema";
import type { EndUserFacts, Facts, Identity, OrganizationFacts, TeamFacts, UserFacts } from "./decision";
import { settingsOfCaller } from "./issuer-settings";
import { type DecisionInput } from "./standing";

export type Holder = "key" | "role" | "role mapping" | "team" | "user" | "organization";

/** One change to the token, the database or the settings. */
export type Change =
  | { readonly kind: "add-group"; readonly team: string }
  | { readonly kind: "name-team"; readonly team: string; readonly claim: string }
  | { readonly kind: "add-member"; readonly user: string; readonly team: string }
  | { readonly kind: "make-viewer"; readonly user: string }
  | { readonly kind: "make-team-administrator"; readonly user: string; readonly team: string }
  | { readonly kind: "ask-for-no-team"; readonly team: string }
  | { readonly kind: "choose-organization"; readonly id: string }
  | { readonly kind: "ask-for-no-organization"; readonly id: string }
  | { readonly kind: "name-no-end-user"; readonly id: string }
  | { readonly kind: "name-email"; readonly domain: string }
  | { readonly kind: "verify-email"; readonly email: string }
  | { readonly kind: "add-role"; readonly role: string }
  | { readonly kind: "add-scope"; readonly scope: string }
  | { readonly kind: "map-role"; readonly role: string; readonly internalRole: InternalRole }
  | { readonly kind: "map-group"; readonly group: string; readonly team: string }
  | { readonly kind: "map-scope"; readonly scope: string; readonly model: string }
  | {
      readonly kind: "unblock";
      readonly entity: "key" | "team" | "user" | "organization" | "end_user";
      readonly id: string;
    }
  | { readonly kind: "renew-key"; readonly id: string }
  | { readonly kind: "allow-admin"; readonly issuer: string }
  | { readonly kind: "create-team"; readonly id: string }
  | { readonly kind: "create-user"; readonly id: string }
  | {
      readonly kind: "allow-route";
      readonly list:
        | "admin_allowed_routes"
        | "team_admin_allowed_routes"
        | "team_allowed_routes"
        | "role_permissions"
        | "role_mappings"
        | "allowed_routes";
      readonly route: string;
    }
  | { readonly kind: "allow-model"; readonly holder: Holder; readonly id: string; readonly model: string };

/** The input of a decision, and the known teams that the token does not name. */
export interface Situation extends DecisionInput {
  readonly knownTeams: readonly TeamFacts[];
}

/** The situation after a change. */
export function applyChange(situation: Situation, change: Change): Situation {
  const { identity, facts, knownTeams } = situation;
  switch (change.kind) {
    case "add-group": {
      const groups = [...identity.groups, change.team];
      return {
        ...situation,
        identity: { ...identity, groups, statesGroups: true },
        facts: withTeam(facts, change.team, knownTeams),
      };
    }
    case "name-team":
      return {
        ...situation,
        identity: { ...identity, teamId: change.team },
        facts: withTeam(facts, change.team, knownTeams),
      };
    case "add-member": {
      const user = facts.users.get(change.user) ?? newUser(change.user);
      const users = new Map(facts.users).set(user.id, { ...user, teams: [...user.teams, change.team] });
      return { ...situation, facts: { ...withTeam(facts, change.team, knownTeams), users } };
    }
    case "make-viewer":
      return { ...situation, facts: withUser(facts, change.user, { role: "proxy_admin_viewer" }) };
    case "make-team-administrator": {
      const administered = facts.users.get(change.user)?.administers ?? [];
      return {
        ...situation,
        facts: withUser(facts, change.user, { administers: [...administered, change.team] }),
      };
    }
    case "ask-for-no-team":
      return { ...situation, request: { ...situation.request, requestedTeam: undefined } };
    case "choose-organization":
      return { ...situation, identity: { ...identity, organizationId: change.id } };
    case "ask-for-no-organization":
      return { ...situation, identity: { ...identity, organizationId: undefined } };
    case "name-no-end-user":
      return { ...situation, request: { ...situation.request, endUser: undefined } };
    case "name-email":
      return { ...situation, identity: { ...identity, email: `somebody@${change.domain}`, emailVerified: true } };
    case "verify-email":
      return { ...situation, identity: { ...identity, emailVerified: true } };
    case "add-role":
      return { ...situation, identity: { ...identity, roles: [...identity.roles, change.role] } };
    case "add-scope":
      return { ...situation, identity: { ...identity, scopes: [...identity.scopes, change.scope] } };
    case "map-role":
      return withSettings(situation, ({ role_mappings: mappings }) => ({
        role_mappings: [...mappings, { role: change.role, internal_role: change.internalRole }],
      }));
    case "map-group":
      return {
        ...withSettings(situation, ({ group_mappings: mappings }) => ({
          group_mappings: [...mappings, { group: change.group, team_id: change.team }],
        })),
        facts: withTeam(facts, change.team, knownTeams),
      };
    case "map-scope":
      return withSettings(situation, ({ scope_mappings: mappings }) => ({
        scope_mappings: mapScope(mappings, change.scope, change.model),
      }));
    case "unblock":
      return unblock(situation, change.entity, change.id);
    case "renew-key":
      return withKey(situation, { expiresAt: null });
    case "allow-admin":
      return withSettings(situation, ({ issuers }) => ({
        issuers: issuers.map((entry) => (entry.issuer === change.issuer ? { ...entry, allow_admin: true } : entry)),
      }));
    case "create-team":
      return { ...situation, facts: { ...facts, teams: new Map(facts.teams).set(change.id, newTeam(change.id)) } };
    case "create-user":
      return { ...situation, facts: { ...facts, users: new Map(facts.users).set(change.id, newUser(change.id)) } };
    case "allow-route":
      return allowRoute(situation, change.list, change.route);
    case "allow-model":
      return allowModel(situation, change.holder, change.id, change.model);
  }
}

function withSettings(
  situation: Situation,
  change: (settings: JwtAuthSettings) => Partial<JwtAuthSettings>,
): Situation {
  const { jwtAuth } = settingsOfCaller(situation.identity, situation.settings);
  return { ...situation, settings: { jwtAuth: { ...jwtAuth, ...change(jwtAuth) } } };
}

function withKey(situation: Situation, change: Partial<NonNullable<Identity["key"]>>): Situation {
  const { key } = situation.identity;
  return key ? { ...situation, identity: { ...situation.identity, key: { ...key, ...change } } } : situation;
}

function withUser(facts: Facts, id: string, change: Partial<UserFacts>): Facts {
  return { ...facts, users: changed<UserFacts>(facts.users, id, change) };
}

function withTeam(facts: Facts, id: string, known: readonly TeamFacts[]): Facts {
  const team = known.find((candidate) => candidate.id === id);
  return team && !facts.teams.has(id) ? { ...facts, teams: new Map(facts.teams).set(id, team) } : facts;
}

function mapScope(
  mappings: JwtAuthSettings["scope_mappings"],
  scope: string,
  model: string,
): JwtAuthSettings["scope_mappings"] {
  return mappings.some((mapping) => mapping.scope === scope)
    ? mappings.map((mapping) =>
        mapping.scope === scope ? { ...mapping, models: [...mapping.models, model] } : mapping,
      )
    : [...mappings, { scope, models: [model] }];
}

function unblock(situation: Situation, entity: Extract<Change, { kind: "unblock" }>["entity"], id: string): Situation {
  const { facts } = situation;
  const blocked = false;
  switch (entity) {
    case "key":
      return withKey(situation, { blocked });
    case "team":
      return { ...situation, facts: { ...facts, teams: changed<TeamFacts>(facts.teams, id, { blocked }) } };
    case "user":
      return { ...situation, facts: { ...facts, users: changed<UserFacts>(facts.users, id, { blocked }) } };
    case "organization":
      return {
        ...situation,
        facts: { ...facts, organizations: changed<OrganizationFacts>(facts.organizations, id, { blocked }) },
      };
    case "end_user":
      return {
        ...situation,
        facts: {
          ...facts,
          endUsers: { ...facts.endUsers, rows: changed<EndUserFacts>(facts.endUsers.rows, id, { blocked }) },
        },
      };
  }
}

function allowRoute(
  situation: Situation,
  list: Extract<Change, { kind: "allow-route" }>["list"],
  route: string,
): Situation {
  switch (list) {
    case "admin_allowed_routes":
      return withSettings(situation, (settings) => ({
        admin_allowed_routes: [...settings.admin_allowed_routes, route],
      }));
    case "team_admin_allowed_routes":
      return withSettings(situation, (settings) => ({
        team_admin_allowed_routes: [...settings.team_admin_allowed_routes, route],
      }));
    case "team_allowed_routes":
      return withSettings(situation, (settings) => ({ team_allowed_routes: [...settings.team_allowed_routes, route] }));
    case "role_permissions":
      return withSettings(situation, (settings) => ({
        role_permissions: settings.role_permissions.map((entry) =>
          entry.routes.length > 0 ? { ...entry, routes: [...entry.routes, route] } : entry,
        ),
      }));
    case "role_mappings":
      return withSettings(situation, (settings) => ({
        role_mappings: settings.role_mappings.map((entry) =>
          entry.routes && entry.routes.length > 0 ? { ...entry, routes: [...entry.routes, route] } : entry,
        ),
      }));
    case "allowed_routes":
      return withKey(situation, { allowedRoutes: [...(situation.identity.key?.allowedRoutes ?? []), route] });
  }
}

function allowModel(situation: Situation, holder: Holder, id: string, model: string): Situation {
  const { facts } = situation;
  const add = (models: readonly string[] | undefined): { models: string[] } => ({ models: [...(models ?? []), model] });
  switch (holder) {
    case "key":
      return withKey(situation, add(situation.identity.key?.models));
    case "role":
      return withSettings(situation, (settings) => ({
        role_permissions: settings.role_permissions.map((entry) =>
          entry.role === id && entry.models.length > 0 ? { ...entry, ...add(entry.models) } : entry,
        ),
      }));
    case "role mapping":
      return withSettings(situation, (settings) => ({
        role_mappings: settings.role_mappings.map((entry) =>
          entry.role === id && entry.models && entry.models.length > 0 ? { ...entry, ...add(entry.models) } : entry,
        ),
      }));
    case "team":
      return {
        ...situation,
        facts: { ...facts, teams: changed<TeamFacts>(facts.teams, id, add(facts.teams.get(id)?.models)) },
      };
    case "user":
      return {
        ...situation,
        facts: { ...facts, users: changed<UserFacts>(facts.users, id, add(facts.users.get(id)?.models)) },
      };
    case "organization":
      return {
        ...situation,
        facts: {
          ...facts,
          organizations: changed<OrganizationFacts>(facts.organizations, id, add(facts.organizations.get(id)?.models)),
        },
      };
  }
}

function changed<Row>(rows: ReadonlyMap<string, Row>, id: string, change: Partial<Row>): ReadonlyMap<string, Row> {
  const row = rows.get(id);
  return row ? new Map(rows).set(id, { ...row, ...change }) : rows;
}

function newTeam(id: string): TeamFacts {
  return { id, alias: null, organizationId: null, models: [], blocked: false };
}
function newUser(id: string): UserFacts {
  return { id, email: null, models: [], blocked: false, teams: [] };
}
