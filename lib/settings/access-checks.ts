import { allowingEntry, canonicalRoute, isRouteFamily, ROUTE_FAMILIES } from "@/lib/auth/routes";
import { mappingFaults, type CheckedAccess } from "./access/mapping-checks";
import { MAXIMUM_FAULTS, quote, type Fault, type FindingNumber, type Path } from "@/lib/config/finding";
import type { AccessOverrides, RoleMapping, ScopeMapping } from "@/lib/config/schema";
import { hostedToolFaults } from "./access/hosted-tool-checks";
import { lookUpsOf, type AccessContext, type LookUps } from "./access/lookups";
import { createNamedRoutes, exampleOf, type KnownRoute, type NamedRoutes } from "./access/named-routes";
import { nearest } from "./foreign/nearest";

/**
 * How many model names are searched for a suggestion at most. Searching more would make a draft with many unknown names
 * slow.
 */
const SUGGESTED_FROM = 500;

/** The findings that `checkOverrides` makes about settings that revisions change. */
export const ACCESS_FINDINGS: ReadonlySet<FindingNumber> = new Set([
  "C031",
  "C032",
  "C033",
  "C034",
  "C035",
  "C036",
  "C040",
  "C044",
  "C045",
  "C048",
  "C049",
  "C061",
  "C075",
  "C077",
  "C078",
  "C079",
  "C105",
  "C106",
  "C107",
  "C108",
  "C109",
  "C125",
  "C126",
  "C141",
  "C142",
  "C187",
  "C188",
  "C269",
]);

/**
 * Warnings about access settings that are valid one by one but do not fit together, or that name something unknown.
 * `base`: where the settings are.
 */
export function checkAccess(access: CheckedAccess, context: AccessContext, base: Path): Fault[] {
  const { routes } = context;
  const lookUps = lookUpsOf(context);
  const { named } = lookUps;
  return [
    ...enforcementFaults(access, base),
    ...roleMappingFaults(access.role_mappings ?? [], [...base, "role_mappings"]),
    ...mappingFaults(access, base),
    ...unpermittedRoles(access, base),
    ...hostedToolFaults(access.role_permissions ?? [], [...base, "role_permissions"]),
    ...scopeMappingFaults(access.scope_mappings ?? [], lookUps, [...base, "scope_mappings"]),
    ...routeListFaults(access, lookUps, base),
    ...(named ? closedToTeams(access.team_allowed_routes ?? [], named, [...base, "team_allowed_routes"]) : []),
    ...(routes ? lockoutFaults(access.admin_allowed_routes, routes, base) : []),
  ];
}

function enforcementFaults(access: CheckedAccess, base: Path): Fault[] {
  const faults: Fault[] = [];
  const warn = (number: Fault["number"], key: string, message: string, fix: string): void => {
    faults.push({ number, path: [...base, key], at: "key", message, fix });
  };
  if (access.role_mappings?.length) {
    if (!access.enforce_rbac)
      warn("C031", "role_mappings", "has no effect while enforce_rbac is off", "set enforce_rbac: true");
    if (!access.roles_jwt_field && !access.issuers?.some((issuer) => issuer.roles_jwt_field)) {
      warn(
        "C035",
        "role_mappings",
        "has no effect while roles_jwt_field is not set",
        "name the claim that holds the roles: roles_jwt_field: roles",
      );
    }
  }
  if (access.enforce_rbac && access.object_id_jwt_field && !access.role_mappings?.length) {
    warn(
      "C077",
      "object_id_jwt_field",
      "with enforce_rbac, every token with this claim is refused, because no role is mapped",
      "map the roles of such tokens in role_mappings",
    );
  }
  if (access.role_permissions?.length && !access.enforce_rbac) {
    warn("C048", "role_permissions", "has no effect while enforce_rbac is off", "set enforce_rbac: true");
  }
  if (access.scope_mappings?.length && !access.enforce_scope_based_access) {
    warn(
      "C032",
      "scope_mappings",
      "has no effect while enforce_scope_based_access is off",
      "set enforce_scope_based_access: true",
    );
  }
  return faults;
}

function roleMappingFaults(mappings: readonly RoleMapping[], base: Path): Fault[] {
  const first = firstOf(mappings, ({ role }) => role);
  return mappings.flatMap((mapping, index): Fault[] => {
    const { role, internal_role: internalRole } = mapping;
    const earlier = first.get(role);
    const location = { path: [...base, index, "role"], at: "value" } as const;
    if (!earlier || earlier === mapping) return [];
    return earlier.internal_role === internalRole
      ? [
          {
            ...location,
            number: "C040",
            message: `the role ${quote(role)} is already mapped in the same way`,
            fix: "remove one of the two",
          },
        ]
      : [
          {
            ...location,
            number: "C034",
            message: `the role ${quote(role)} is mapped twice, to ${earlier.internal_role} and to ${internalRole}`,
            fix: "keep one of the two",
          },
        ];
  });
}

function unpermittedRoles(access: AccessOverrides, base: Path): Fault[] {
  const permissions = access.role_permissions ?? [];
  if (permissions.length === 0) return [];
  const permitted = new Set(permissions.map((permission) => permission.role));
  const first = firstOf(permissions, ({ role }) => role);
  const repeated = permissions.flatMap((permission, index): Fault[] => {
    const { role } = permission;
    if (first.get(role) === permission) return [];
    const path = [...base, "role_permissions", index, "role"];
    return [
      { number: "C034", path, at: "value", message: `${role} has permissions twice`, fix: "put them into one entry" },
    ];
  });
  const missing = (access.role_mappings ?? []).flatMap(({ internal_role: role, models, routes }, index): Fault[] => {
    if (role === "proxy_admin" || role === "proxy_admin_viewer" || permitted.has(role) || (models && routes)) return [];
    const path = [...base, "role_mappings", index, "internal_role"];
    return [
      {
        number: "C045",
        path,
        at: "value",
        message: `role_permissions says nothing about ${role}`,
        fix: `add an entry with role: ${role}`,
      },
    ];
  });
  return [...repeated, ...missing];
}

function scopeMappingFaults(
  mappings: readonly ScopeMapping[],
  { isServed, similarModels }: LookUps,
  base: Path,
): Fault[] {
  const first = firstOf(mappings, ({ scope }) => scope);
  const faults: Fault[] = [];
  for (const [index, mapping] of mappings.entries()) {
    const { scope, models } = mapping;
    if (faults.length >= MAXIMUM_FAULTS) break;
    if (first.get(scope) !== mapping) {
      const message = `the scope ${quote(scope)} is already mapped above`;
      const path = [...base, index, "scope"];
      faults.push({ number: "C034", path, at: "value", message, fix: "put all its models into one entry" });
    }
    const repeated = repeatedPositions(models);
    for (const [position, model] of models.slice(0, MAXIMUM_FAULTS).entries()) {
      const location = { path: [...base, index, "models", position], at: "value" } as const;
      if (repeated.has(position)) faults.push({ ...location, ...listedTwice(model) });
      else if (isServed?.(model) === false) faults.push({ ...location, ...unservedModel(model, similarModels()) });
    }
  }
  return faults;
}

function unservedModel(model: string, modelNames: readonly string[]): Pick<Fault, "number" | "message" | "fix"> {
  const message = `no entry of model_list serves ${quote(model)}`;
  return { number: "C033", message, fix: fixOfModel(model, modelNames) };
}

function listedTwice(value: string): Pick<Fault, "number" | "message" | "fix"> {
  return { number: "C040", message: `${quote(value)} is listed twice`, fix: "remove one of the two" };
}

/** What to write in place of a model that no entry serves. */
export function fixOfModel(model: string, modelNames: readonly string[]): string {
  const near = nearest(model, modelNames.slice(0, SUGGESTED_FROM));
  return near === undefined ? "name a model_name of model_list" : `did you mean ${quote(near)}?`;
}

function routeListFaults(access: AccessOverrides, { named, similarRoutes }: LookUps, base: Path): Fault[] {
  if (!named) return [];
  const lists: [Path, readonly string[]][] = [
    [["admin_allowed_routes"], access.admin_allowed_routes ?? []],
    [["team_allowed_routes"], access.team_allowed_routes ?? []],
    ...(access.role_permissions ?? []).map(({ routes: entries }, index): [Path, readonly string[]] => [
      ["role_permissions", index, "routes"],
      entries,
    ]),
    ...(access.role_mappings ?? []).map(({ routes: entries }, index): [Path, readonly string[]] => [
      ["role_mappings", index, "routes"],
      entries ?? [],
    ]),
  ];
  return lists.flatMap(([path, entries]) => {
    const repeated = repeatedPositions(entries);
    return entries.flatMap((entry, index): Fault[] => {
      const location = { path: [...base, ...path, index], at: "value" } as const;
      if (repeated.has(index)) return [{ ...location, ...listedTwice(entry) }];
      if (isRouteFamily(entry) || named(entry)?.length !== 0) return [];
      return [{ ...location, ...unknownRoute(entry, similarRoutes()) }];
    });
  });
}

/** `routes`: from which one is suggested. */
function unknownRoute(entry: string, routes: readonly KnownRoute[]): Pick<Fault, "number" | "message" | "fix"> {
  const choices = routes.length === 0 ? [] : [...ROUTE_FAMILIES, ...routes.map((route) => route.path)];
  const near = nearest(canonicalRoute(entry), choices);
  const fix =
    near === undefined
      ? `name a route, a pattern with *, or one of ${ROUTE_FAMILIES.join(", ")}`
      : `did you mean ${quote(near)}?`;
  return { number: "C036", message: `${quote(entry)} matches no route of the gateway`, fix };
}

/** Warnings about a key's own list of routes. The path of each is the position in the list. */
export function checkKeyRoutes(entries: readonly string[], routes: readonly KnownRoute[]): Fault[] {
  const named = createNamedRoutes(routes);
  return [
    ...entries.flatMap((entry, index): Fault[] =>
      named(entry)?.length !== 0 ? [] : [{ ...unknownRoute(entry, routes), path: [index], at: "value" }],
    ),
    ...closedToTeams(entries, named, []).map((fault) => ({ ...fault, fix: "remove it; no key is an administrator" })),
  ];
}

/** Warnings about entries that name only routes for administrators. */
function closedToTeams(entries: readonly string[], named: NamedRoutes, base: Path): Fault[] {
  return entries.flatMap((entry, index): Fault[] => {
    const routes = named(entry) ?? [];
    const closed = routes.filter(({ access }) => access === "administrators" || access === "team_administrators");
    if (routes.length === 0 || closed.length < routes.length) return [];
    return [
      {
        number: "C061",
        path: [...base, index],
        at: "value",
        message: `opens nothing: only administrators may call ${quote(entry)}`,
        fix: "remove it, or give those who need it the admin scope",
      },
    ];
  });
}

/** Routes that an administrator's JWT needs in order to repair the settings. */
const REPAIR_ROUTES = ["/config/get", "/config/revisions", "/config/rollback"];

function lockoutFaults(entries: readonly string[] | undefined, routes: readonly KnownRoute[], base: Path): Fault[] {
  if (!entries) return [];
  const shut = routes.filter(
    ({ path, family }) =>
      REPAIR_ROUTES.includes(path) && allowingEntry(entries, { route: exampleOf(path), family }) === undefined,
  );
  if (shut.length === 0) return [];
  const names = [...new Set(shut.map((route) => route.path))].join(", ");
  const message = `keeps administrators with a JWT from ${names}; only the master key could change the settings again`;
  return [
    {
      number: "C044",
      path: [...base, "admin_allowed_routes"],
      at: "key",
      message,
      fix: "add management_routes or /config/*",
    },
  ];
}

/** The first entry for each key. */
function firstOf<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): ReadonlyMap<string, Entry> {
  return new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]));
}

/** The positions of strings that already occur earlier in the list. */
function repeatedPositions(texts: readonly string[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  texts.forEach((text, index) => (seen.has(text) ? repeated.add(index) : seen.add(text)));
  return repeated;
}
