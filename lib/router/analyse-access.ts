import { allowingEntry } from "@/lib/auth/routes";
import type { GeneralSettings, JwtAuthSettings } from "@/lib/config/schema";
import { nameOfBoth } from "@/lib/patterns/overlap";
import { resolveGroup, type RoutableEntry } from "./resolve";

/** Longer patterns are not compared, because it would take too long; they count as overlapping. */
const MOST_STATES = 100_000;

type Access = Pick<
  JwtAuthSettings,
  | "enforce_rbac"
  | "enforce_scope_based_access"
  | "role_mappings"
  | "role_permissions"
  | "scope_mappings"
  | "admin_allowed_routes"
>;

/**
 * The positions of entries whose models no JWT may use, each with the reason, as far as the configuration alone can
 * tell. Teams, users and keys have their own model lists in the database, and the master key may use everything.
 * `only`: the position of the entry that is judged; undefined: all are.
 */
export function closedEntries(
  entries: readonly RoutableEntry[],
  general: Pick<GeneralSettings, "enable_jwt_auth">,
  access: Access,
  only?: number,
): ReadonlyMap<number, string> {
  const closed = new Map<number, string>();
  if (!general.enable_jwt_auth) return closed;
  const scoped = access.enforce_scope_based_access ? servedByScopes(entries, access) : undefined;
  const patterns = access.enforce_rbac ? rolePatterns(access) : undefined;
  entries.forEach(({ model_name: modelName }, index) => {
    if (only !== undefined && only !== index) return;
    if (scoped && !scoped.has(index)) closed.set(index, "no scope of scope_mappings lists a model that it serves");
    else if (patterns && !patterns.some((pattern) => mayShare(pattern, modelName)))
      closed.set(index, "the permissions of every role leave its models out");
  });
  return closed;
}

/** Scopes list exact model names, so each can be resolved to its entries. */
function servedByScopes(entries: readonly RoutableEntry[], { scope_mappings: mappings }: Access): ReadonlySet<number> {
  const names = new Set(mappings.flatMap(({ models }) => models));
  return new Set([...names].flatMap((name) => resolveGroup(name, entries).map(({ index }) => index)));
}

/** The model patterns of the roles that may call models; undefined if one of them may use every model. */
function rolePatterns({
  role_mappings: mappings,
  role_permissions: permissions,
  admin_allowed_routes: adminRoutes,
}: Access): readonly string[] | undefined {
  const adminsCall = allowingEntry(adminRoutes, { route: "/chat/completions", family: "openai_routes" }) !== undefined;
  const roles = ["team", "internal_user", ...(adminsCall ? ["proxy_admin"] : [])];
  // A role that is implied, and not mapped, has what role_permissions say, whatever the mappings do.
  const lists = [
    ...roles.map((role) =>
      permissions.filter((permission) => permission.role === role).flatMap(({ models }) => models),
    ),
    ...mappings.flatMap(({ internal_role: role, models }) =>
      models !== undefined && roles.includes(role) ? [models] : [],
    ),
  ];
  return lists.some((models) => models.length === 0) ? undefined : lists.flat();
}

function mayShare(a: string, b: string): boolean {
  return a.length * b.length > MOST_STATES || nameOfBoth(a, b) !== undefined;
}
