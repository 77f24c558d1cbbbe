import type { EffectiveAccess } from "@/components/access/draft";
import type { AccessOverrides } from "@/lib/config/schema";
import { matchesPattern } from "@/lib/patterns/wildcard";

/** A draft of the access settings, with the sentence that says what it does. */
export interface SettingsRepair {
  readonly sentence: string;
  readonly settings: AccessOverrides;
}

type Access = EffectiveAccess;

/** How many unmapped roles of a token get a repair that maps them. */
const MOST_ROLES = 2;

/** Repairs that let the internal roles of a token's roles use a model. */
export function roleRepairs(model: string, roles: readonly string[], access: Access): SettingsRepair[] {
  const internal = access.role_mappings
    .filter(({ role }) => roles.some((own) => matchesPattern(role, own)))
    .map(({ internal_role: role }) => role);
  return access.role_permissions.flatMap((permission, at): SettingsRepair[] => {
    if (!internal.includes(permission.role) || (permission.models ?? []).length === 0) return [];
    const role_permissions = access.role_permissions.map((one, index) =>
      index === at ? { ...one, models: [...(one.models ?? []), model] } : one,
    );
    return [{ sentence: `Let the role ${permission.role} use ${model}`, settings: { role_permissions } }];
  });
}

/**
 * Repairs that let a scope of a token use a model: one for each mapped scope or, if none is mapped, for each of the
 * first ones. A pattern of models gets none.
 */
export function scopeRepairs(model: string, scopes: readonly string[], access: Access): SettingsRepair[] {
  if (model.includes("*")) return [];
  const mapped = access.scope_mappings.filter(({ scope }) => scopes.includes(scope));
  const offered = mapped.length > 0 ? mapped.map(({ scope }) => scope) : scopes.slice(0, MOST_ROLES);
  return offered.map((scope) => ({
    sentence: `Let the scope ${scope} use ${model}`,
    settings: {
      scope_mappings: mapped.some((mapping) => mapping.scope === scope)
        ? access.scope_mappings.map((one) =>
            one.scope === scope ? { ...one, models: [...(one.models ?? []), model] } : one,
          )
        : [...access.scope_mappings, { scope, models: [model] }],
    },
  }));
}

/** Repairs that map the unmapped roles of a token, to a user or to a team. */
export function roleMappingRepairs(roles: readonly string[], access: Access): SettingsRepair[] {
  return roles
    .filter((role) => !access.role_mappings.some((mapping) => matchesPattern(mapping.role, role)))
    .slice(0, MOST_ROLES)
    .flatMap((role) =>
      (["internal_user", "team"] as const).map((internal_role) => ({
        sentence: `Map the role ${role} to ${internal_role}`,
        settings: { role_mappings: [...access.role_mappings, { role, internal_role }] },
      })),
    );
}

/** The repair that opens a route to the tokens of all teams. */
export function routeRepair(route: string, access: Access): SettingsRepair {
  return {
    sentence: `Let the tokens of all teams call ${route}`,
    settings: { team_allowed_routes: [...access.team_allowed_routes, route] },
  };
}
