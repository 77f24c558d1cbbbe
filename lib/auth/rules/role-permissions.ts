import type { GroupMapping, InternalRole, RoleMapping } from "@/lib/config/schema";
import { matchesPattern } from "@/lib/patterns/wildcard";
import type { Identity } from "../decision";
import { capturesOf, withoutPrefix } from "../group-teams";
import { list, type DecisionInput } from "../standing";
import { hasAdminScope } from "./admin";
import { isBoundByToken } from "./bound-by-token";

/** What a role opens. An empty list opens all. */
interface Permissions {
  readonly models: readonly string[];
  readonly routes: readonly string[];
  /** Patterns of tools. `bind`: others are refused. Undefined: the role says nothing about tools. */
  readonly tools: { readonly names: readonly string[]; readonly bind: boolean } | undefined;
  /** Patterns of the tools that model calls may bring. Undefined: any. */
  readonly hostedTools: readonly string[] | undefined;
}

const EVERYTHING: Permissions = { models: [], routes: [], tools: undefined, hostedTools: undefined };

interface PermissionInput {
  readonly identity: Pick<Identity, "kind" | "via" | "issuer" | "scopes" | "roles" | "key">;
  readonly settings: DecisionInput["settings"];
}

/**
 * What the caller's role opens (spec 5.10.4): the union over the mappings that give the caller this role, each with its
 * own models, routes and tools or, without them, those of `role_permissions`. So one more role never takes anything
 * away.
 */
export function permissionsOfRole(input: PermissionInput, role: InternalRole | undefined): Permissions {
  const { jwtAuth } = input.settings;
  if (!jwtAuth.enforce_rbac || role === undefined || !isBoundByToken(input.identity)) return EVERYTHING;
  const general = jwtAuth.role_permissions.filter((permission) => permission.role === role);
  const models = general.flatMap((permission) => permission.models);
  const routes = general.flatMap((permission) => permission.routes);
  const stated = general.flatMap(({ mcp_tools: tools }) => tools ?? []);
  const ownTools = general.some(({ mcp_tools: tools }) => tools !== undefined) ? stated : undefined;
  const hosted = general.flatMap(({ hosted_tools: names }) => (names ? [names] : []));
  const hostedTools = hosted.length > 0 ? hosted.flat() : undefined;
  const mappings = mappingsTo(role, input);
  if (mappings.length === 0) return { models, routes, tools: toolsOf([ownTools]), hostedTools };
  return {
    models: unionOf(mappings.map((mapping) => mapping.models ?? models)),
    routes: unionOf(mappings.map((mapping) => mapping.routes ?? routes)),
    tools: toolsOf(mappings.map((mapping) => mapping.mcp_tools ?? ownTools)),
    hostedTools: unlessAny(mappings.map((mapping) => mapping.hosted_tools ?? hostedTools)),
  };
}

/** One list that says nothing refuses nothing, and what the others open stays granted. */
function toolsOf(lists: readonly (readonly string[] | undefined)[]): Permissions["tools"] {
  const stated = lists.filter((list) => list !== undefined);
  return stated.length === 0 ? undefined : { names: [...new Set(stated.flat())], bind: stated.length === lists.length };
}

/** All names of several lists; undefined: one of them says nothing, which allows any. */
function unlessAny(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const stated = lists.filter((list) => list !== undefined);
  return stated.length < lists.length ? undefined : [...new Set(stated.flat())];
}

/**
 * What a message calls the caller's role: by the names in the token, because callers do not know the internal one.
 * Without a mapped name (the token names a team or user by a claim, or a group gives the role), by the internal one.
 */
export function describeRole(input: PermissionInput, role: InternalRole | undefined): string {
  const mappings = role === undefined ? [] : mappingsTo(role, input);
  const names = rolesOf(input).filter((name) => mappings.some((mapping) => mapsRole(mapping, name)));
  if (names.length === 0) return `the role ${role}`;
  return `${names.length === 1 ? "the role" : "the roles"} ${list(names)}`;
}

/** The roles of the token; of a key, those of the token that made it. */
function rolesOf({ identity }: PermissionInput): readonly string[] {
  return identity.key ? (identity.key.maker?.roles ?? []) : identity.roles;
}

/** The mappings of the caller's roles to an internal role. The admin scope makes an administrator without any. */
export function mappingsTo(role: InternalRole, input: PermissionInput): readonly RoleMapping[] {
  const roles = rolesOf(input);
  if (roles.length === 0 || (role === "proxy_admin" && hasAdminScope(input))) return [];
  return input.settings.jwtAuth.role_mappings.filter(
    (mapping) => mapping.internal_role === role && roles.some((each) => mapsRole(mapping, each)),
  );
}

/**
 * Whether a mapping takes a role of the token. No pattern makes administrators or viewers: a role that somebody adds at
 * the provider for another reason could match it.
 */
export function mapsRole({ role, internal_role: internalRole }: RoleMapping, name: string): boolean {
  return isOfAdministrators(internalRole) ? role === name && !role.includes("*") : matchesPattern(role, name);
}

/**
 * Whether a mapping takes a group of the token and gives it a role. As with roles, a pattern never grants administrator
 * rights.
 */
export function givesRoleToGroup(
  mapping: GroupMapping,
  { groups, idPrefix }: Pick<Identity, "groups" | "idPrefix">,
): boolean {
  const { group, internal_role: role } = mapping;
  if (role === undefined || (isOfAdministrators(role) && group.includes("*"))) return false;
  return groups.some((name) => capturesOf(mapping, withoutPrefix(name, idPrefix)).length > 0);
}

function isOfAdministrators(role: InternalRole): boolean {
  return role === "proxy_admin" || role === "proxy_admin_viewer";
}

function unionOf(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())];
}
