import type { Steps } from "@/lib/async/steps";
import { DEFAULT_ADMIN_SCOPE, hasAdminScope } from "@/lib/auth/rules/admin";
import { identityClaims } from "@/lib/auth/claims/identity-claims";
import { NOBODY } from "@/lib/auth/nobody";
import { requestFor } from "@/lib/auth/access-request";
import type { AccessRequest, Check, Decision, Facts, Identity, TeamFacts, UserFacts } from "@/lib/auth/decision";
import { MODEL_CALL, type Access, type Effect } from "@/lib/auth/access";
import type { RouteFamily } from "@/lib/auth/routes";
import type { InternalRole, JwtAuthSettings, Settings } from "@/lib/config/schema";
import type { DecidingSettings } from "@/lib/auth/standing";
import type { ErrorCode } from "@/lib/errors";
import { decideAbout, type KnownIdentity } from "@/lib/gateway/request/known-identity";

/**
 * The request that a column stands for: a model, a tool server, or one route for a family; `family` is that of the
 * route.
 */
export type Column =
  | { readonly kind: "model" | "mcp_server"; readonly name: string }
  | {
      readonly kind: "family";
      readonly name: RouteFamily;
      readonly family: RouteFamily;
      readonly access: Access;
      readonly effect: Effect;
      readonly method: string;
      readonly route: string;
    };

/** The identity of a row: made up for a role or a scope, real for a team, a user or a key. */
export interface Row extends KnownIdentity {
  readonly kind: "role" | "scope" | "team" | "user" | "key";
  /** What people call it: the alias of a team or key, the e-mail address of a user, else the id. */
  readonly name: string;
  /** What the row assumes besides the name, in words. */
  readonly assuming: string;
}

export interface Cell {
  readonly allow: boolean;
  /** The rule that decided. */
  readonly rule: string;
  readonly spec: string;
  readonly code: ErrorCode | undefined;
  readonly because: string;
}

/** The route that stands for calls of a model. */
const MODEL_ROUTE = { ...MODEL_CALL, path: "/chat/completions", family: "openai_routes" } as const;
/** The route that stands for tool servers. */
const SERVER_ROUTE = { ...MODEL_CALL, path: "/mcp", family: "mcp_routes" } as const;
/** An id that no entity can have, because of its first character. */
const ANY = "\u0000any";
const ANY_TEAM: TeamFacts = { id: ANY, alias: null, organizationId: null, models: [], blocked: false };

/** The id of the team, user or key of a row; null for roles and scopes. */
export function idOfRow({ kind, identity }: Row): string | null {
  switch (kind) {
    case "team":
      return identity.teamId ?? null;
    case "user":
      return identity.userId ?? null;
    case "key":
      return identity.key?.id ?? null;
    case "role":
    case "scope":
      return null;
  }
}

/** Decides about every column of one row, a step for each. `now`: milliseconds since the epoch. */
export function* matrixCells(
  row: Row,
  columns: readonly Column[],
  settings: DecidingSettings,
  now: number,
): Steps<Cell[]> {
  const cells: Cell[] = [];
  for (const column of columns) {
    const decision = decideAbout(row, requestOf(column), settings, now);
    const { rule, spec, because } = decidingCheck(decision, column);
    const code = decision.allow ? undefined : decision.code;
    cells.push({ allow: decision.allow, rule, spec, code, because: because.replaceAll(JSON.stringify(ANY), "any") });
    yield;
  }
  return cells;
}

function requestOf(column: Column): AccessRequest {
  switch (column.kind) {
    case "model":
      return requestFor("POST", MODEL_ROUTE, { model: column.name });
    case "mcp_server":
      return requestFor("POST", SERVER_ROUTE, { mcpServer: column.name });
    case "family":
      return requestFor(column.method, { ...column, path: column.route });
  }
}

/** The route that a column stands for. */
export function routeOf(column: Column): string {
  switch (column.kind) {
    case "model":
      return MODEL_ROUTE.path;
    case "mcp_server":
      return SERVER_ROUTE.path;
    case "family":
      return column.route;
  }
}

/** The rules that grant what a column stands for. */
const GRANTING: Readonly<Record<Column["kind"], readonly string[]>> = {
  model: ["scope", "model"],
  mcp_server: ["tool"],
  family: ["route"],
};

/** The check that decided: the one that failed, or the one that granted what the column stands for. */
function decidingCheck({ allow, checks }: Decision, column: Column): Check {
  const wanted = GRANTING[column.kind];
  const found = allow
    ? checks.find(({ rule, outcome }) => outcome === "pass" && wanted.includes(rule))
    : checks.find(({ outcome }) => outcome === "fail");
  return found ?? { rule: "granted", spec: "", outcome: "pass", because: "" };
}

/** One row for each mapped role, and for each scope that is mapped or makes an administrator. */
export function settingsRows(settings: Pick<Settings, "jwtAuth">): {
  readonly roles: readonly Row[];
  readonly scopes: readonly Row[];
} {
  const {
    role_mappings: roleMappings,
    scope_mappings: scopeMappings,
    admin_jwt_scope: adminScope = DEFAULT_ADMIN_SCOPE,
    admin_viewer_jwt_scope: viewerScope,
  } = settings.jwtAuth;
  const roles = new Map(roleMappings.toReversed().map(({ role, internal_role: internalRole }) => [role, internalRole]));
  const viewerScopes = viewerScope === undefined ? [] : [viewerScope];
  const scopes = new Set([...scopeMappings.map(({ scope }) => scope), adminScope, ...viewerScopes]);
  return {
    roles: [...roles].toReversed().map(([role, internalRole]) => roleRow(role, internalRole, settings)),
    scopes: [...scopes].map((scope) => scopeRow(scope, settings)),
  };
}

function roleRow(role: string, internalRole: InternalRole, settings: Pick<Settings, "jwtAuth">): Row {
  const enforced = settings.jwtAuth.enforce_team_based_model_access;
  const member = enforced || internalRole === "team";
  const identity = {
    ...nobody(settings.jwtAuth),
    ...(member && teamOf(ANY, settings.jwtAuth, internalRole)),
    roles: [role],
    scopes: harmlessScopes(settings),
  };
  const person = internalRole === "internal_user" ? { userId: ANY } : {};
  const whose = {
    team: "a team without limits of its own",
    internal_user: `a user${enforced ? " of a team" : ""} without limits of their own`,
    proxy_admin: "nobody in particular",
    proxy_admin_viewer: "nobody in particular",
  };
  return {
    kind: "role",
    name: role,
    assuming: `The token is of ${whose[internalRole]} and has every mapped scope.`,
    identity: { ...identity, ...person },
    facts: anybody(ANY_TEAM),
  };
}

function scopeRow(scope: string, { jwtAuth }: Pick<Settings, "jwtAuth">): Row {
  const identity = { ...nobody(jwtAuth), ...teamOf(ANY, jwtAuth, "team"), scopes: [scope] };
  return {
    kind: "scope",
    name: scope,
    assuming: "The token is of a team without limits of its own and has no other scope.",
    identity,
    facts: anybody(ANY_TEAM),
  };
}

/** A team's own token. `facts` hold the team and its organisation. */
export function teamRow(team: TeamFacts, facts: Facts, settings: Pick<Settings, "jwtAuth">): Row {
  const identity = {
    ...nobody(settings.jwtAuth),
    ...teamOf(team.id, settings.jwtAuth, "team"),
    scopes: harmlessScopes(settings),
  };
  return {
    kind: "team",
    name: team.alias ?? team.id,
    assuming: "The token is the team's own and has every mapped scope.",
    identity,
    facts,
  };
}

/** A token that names a user and no team. `facts` hold the user with their teams. */
export function userRow(user: UserFacts, facts: Facts, settings: Pick<Settings, "jwtAuth">): Row {
  return {
    kind: "user",
    name: user.email ?? user.id,
    assuming: "The token names the user and no team, and has every mapped scope.",
    identity: { ...nobody(settings.jwtAuth), userId: user.id, scopes: harmlessScopes(settings) },
    facts,
  };
}

/** A virtual key that its owner presents. */
export function keyRow(identity: Identity, facts: Facts): Row {
  const { key } = identity;
  return {
    kind: "key",
    name: key?.alias ?? key?.name ?? "",
    assuming: "The key is presented by its owner.",
    identity,
    facts,
  };
}

/** The scopes of each settings, made once: every row has them. */
const harmless = new WeakMap<JwtAuthSettings, readonly string[]>();

/** Every mapped scope except those of administrators, so that no model is forbidden only because a scope is missing. */
export function harmlessScopes(settings: Pick<Settings, "jwtAuth">): readonly string[] {
  const { jwtAuth } = settings;
  let scopes = harmless.get(jwtAuth);
  if (!scopes) {
    const identity = nobody(jwtAuth);
    const mapped = new Set(jwtAuth.scope_mappings.map(({ scope }) => scope));
    scopes = [...mapped].filter((scope) => !hasAdminScope({ settings, identity: { ...identity, scopes: [scope] } }));
    harmless.set(jwtAuth, scopes);
  }
  return scopes;
}

/** How a token names a team under these settings. A role that makes a user belongs to the team through its groups. */
function teamOf(id: string, settings: JwtAuthSettings, role: InternalRole): Partial<Identity> {
  if (role !== "team" && settings.team_ids_jwt_field !== undefined) return { groups: [id], statesGroups: true };
  return role === "team" ? { teamId: id } : {};
}

function nobody(settings: JwtAuthSettings): Identity {
  const { teamClaim, groupsClaim } = identityClaims(settings);
  return { ...NOBODY, teamClaim, groupsClaim };
}

function anybody(team: TeamFacts): Facts {
  const user: UserFacts = { id: ANY, email: null, models: [], blocked: false, teams: [team.id] };
  return {
    teams: new Map([[team.id, team]]),
    aliases: new Map(),
    users: new Map([[user.id, user]]),
    organizations: new Map(),
    endUsers: { scope: "shared", rows: new Map() },
  };
}
