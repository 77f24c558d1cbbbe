import type { EndUserFacts, Facts, Identity, OrganizationFacts, TeamFacts, UserFacts } from "../decision";
import type { Change } from "./change";
import { decidingSettings } from "../issuer-settings";
import { settingsChange } from "./settings-change";
import { type DecisionInput } from "../standing";

/** The decision's input, plus the teams that a change may add. The token may name some of them already. */
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
    case "map-group":
      return { ...withSettings(situation, change), facts: withTeam(facts, change.team, knownTeams) };
    case "map-role":
    case "map-scope":
    case "allow-admin":
      return withSettings(situation, change);
    case "unblock":
      return unblock(situation, change.entity, change.id);
    case "renew-key":
      return withKey(situation, { expiresAt: null });
    case "create-team":
      return { ...situation, facts: { ...facts, teams: new Map(facts.teams).set(change.id, newTeam(change.id)) } };
    case "create-user":
      return { ...situation, facts: { ...facts, users: new Map(facts.users).set(change.id, newUser(change.id)) } };
    case "allow-route":
      return change.list === "allowed_routes"
        ? withKey(situation, { allowedRoutes: [...(identity.key?.allowedRoutes ?? []), change.route] })
        : withSettings(situation, change);
    case "allow-model":
      return allowModel(situation, change);
  }
}

function withSettings(situation: Situation, change: Change): Situation {
  const settings = decidingSettings(situation.identity, situation.settings);
  const jwtAuth = { ...settings.jwtAuth, ...settingsChange(change, settings.jwtAuth) };
  return { ...situation, settings: { ...settings, jwtAuth } };
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

function allowModel(situation: Situation, change: Extract<Change, { kind: "allow-model" }>): Situation {
  const { facts } = situation;
  const { holder, id, model } = change;
  const add = (models: readonly string[] | undefined): { models: string[] } => ({ models: [...(models ?? []), model] });
  switch (holder) {
    case "key":
      return withKey(situation, add(situation.identity.key?.models));
    case "role":
    case "role mapping":
      return withSettings(situation, change);
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
