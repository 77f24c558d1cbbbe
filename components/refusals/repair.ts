import type { AccessOverrides, JwtAuthSettings } from "@/lib/config/schema";
import { matchesPattern } from "@/lib/patterns/wildcard";
import type { RecordedDecision } from "@/lib/wire/explanation";

/** The smallest change that would let a refused request pass, ready to be tried or opened. */
export type Repair =
  | {
      readonly kind: "settings";
      readonly sentence: string;
      readonly settings: AccessOverrides;
    }
  | { readonly kind: "team"; readonly sentence: string; readonly teamId: string; readonly model: string }
  | { readonly kind: "unblock_team"; readonly sentence: string; readonly teamId: string }
  | { readonly kind: "page"; readonly sentence: string; readonly href: string; readonly label: string };

type Access = Pick<
  JwtAuthSettings,
  "role_mappings" | "role_permissions" | "scope_mappings" | "team_allowed_routes" | "admin_allowed_routes"
>;

/**
 * The repairs of a recorded refusal, the smallest first. `access`: the settings in force. A refusal that is right, such
 * as an exceeded budget, has a page to look at and no grant.
 */
export function repairsOf(record: RecordedDecision, access: Access): readonly Repair[] {
  const { code, model, route, identity } = record;
  const team = identity?.team_id ?? record.team_id ?? identity?.groups[0];
  switch (code) {
    case "team_model_not_allowed":
      return team && model ? [{ kind: "team", teamId: team, model, sentence: `Let team ${team} use ${model}` }] : [];
    case "team_blocked":
      return team ? [{ kind: "unblock_team", teamId: team, sentence: `Unblock team ${team}` }] : [];
    case "role_model_not_allowed":
      return model ? roleRepairs(model, identity?.roles ?? [], access) : [];
    case "scope_model_not_allowed":
      return model ? scopeRepairs(model, identity?.scopes ?? [], access) : [];
    case "route_not_allowed":
      return team ? [routeRepair(route, access)] : [];
    case "model_not_found":
      return [page(`Add an entry that serves ${model ?? "the model"}`, "/console/models", "Models")];
    case "budget_exceeded":
    case "rate_limit_exceeded":
      return [page("Look at the limits of whoever called", "/console/teams", "Teams")];
    case "user_not_found":
      return [page("Create the user", "/console/users", "Users")];
    case "team_not_found":
      return [page("Create the team", "/console/teams", "Teams")];
    case "key_blocked":
    case "key_expired":
      return [page("Look at the key", "/console/keys", "Keys")];
    default:
      return [];
  }
}

function page(sentence: string, href: string, label: string): Repair {
  return { kind: "page", sentence, href, label };
}

function roleRepairs(model: string, roles: readonly string[], access: Access): Repair[] {
  const internal = access.role_mappings
    .filter(({ role }) => roles.some((own) => matchesPattern(role, own)))
    .map(({ internal_role: role }) => role);
  return access.role_permissions.flatMap((permission, at): Repair[] => {
    if (!internal.includes(permission.role) || (permission.models ?? []).length === 0) return [];
    const role_permissions = access.role_permissions.map((one, index) =>
      index === at ? { ...one, models: [...(one.models ?? []), model] } : one,
    );
    return [
      { kind: "settings", sentence: `Let the role ${permission.role} use ${model}`, settings: { role_permissions } },
    ];
  });
}

function scopeRepairs(model: string, scopes: readonly string[], access: Access): Repair[] {
  return access.scope_mappings.flatMap((mapping, at): Repair[] => {
    if (!scopes.includes(mapping.scope)) return [];
    const scope_mappings = access.scope_mappings.map((one, index) =>
      index === at ? { ...one, models: [...(one.models ?? []), model] } : one,
    );
    return [
      { kind: "settings", sentence: `Let the scope ${mapping.scope} use ${model}`, settings: { scope_mappings } },
    ];
  });
}

function routeRepair(route: string, access: Access): Repair {
  return {
    kind: "settings",
    sentence: `Let the tokens of all teams call ${route}`,
    settings: { team_allowed_routes: [...access.team_allowed_routes, route] },
  };
}
