import type { JwtAuthSettings } from "@/lib/config/schema";
import { issuersOf } from "../issuer-tenants";
import type { Change } from "./change";

/** The settings to which a change gives other values; empty if it changes the token or the database. */
export function settingsChange(
  change: Change,
  settings: Pick<
    JwtAuthSettings,
    "role_mappings" | "group_mappings" | "scope_mappings" | "role_permissions" | "issuers"
  > &
    Pick<JwtAuthSettings, "admin_allowed_routes" | "team_admin_allowed_routes" | "team_allowed_routes">,
): Partial<JwtAuthSettings> {
  const {
    role_mappings: roles,
    group_mappings: groups,
    scope_mappings: scopes,
    role_permissions: permissions,
  } = settings;
  switch (change.kind) {
    case "map-role":
      return { role_mappings: [...roles, { role: change.role, internal_role: change.internalRole }] };
    case "map-group":
      return { group_mappings: [...groups, { group: change.group, team_id: change.team }] };
    case "map-scope":
      return { scope_mappings: mapScope(scopes, change.scope, change.model) };
    case "allow-admin":
      return {
        issuers: settings.issuers.map((entry) =>
          issuersOf(entry).includes(change.issuer) ? { ...entry, allow_admin: true } : entry,
        ),
      };
    case "allow-route":
      return allowRoute(change, settings);
    case "allow-model": {
      const { holder, id, model } = change;
      if (holder === "role")
        return {
          role_permissions: permissions.map((entry) =>
            entry.role === id && entry.models.length > 0 ? { ...entry, models: [...entry.models, model] } : entry,
          ),
        };
      if (holder === "role mapping")
        return {
          role_mappings: roles.map((entry) =>
            entry.role === id && entry.models && entry.models.length > 0
              ? { ...entry, models: [...entry.models, model] }
              : entry,
          ),
        };
      return {};
    }
    default:
      return {};
  }
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

function allowRoute(
  { list, route }: Extract<Change, { kind: "allow-route" }>,
  settings: Parameters<typeof settingsChange>[1],
): Partial<JwtAuthSettings> {
  switch (list) {
    case "admin_allowed_routes":
    case "team_admin_allowed_routes":
    case "team_allowed_routes":
      return { [list]: [...settings[list], route] };
    case "role_permissions":
      return {
        role_permissions: settings.role_permissions.map((entry) =>
          entry.routes.length > 0 ? { ...entry, routes: [...entry.routes, route] } : entry,
        ),
      };
    case "role_mappings":
      return {
        role_mappings: settings.role_mappings.map((entry) =>
          entry.routes && entry.routes.length > 0 ? { ...entry, routes: [...entry.routes, route] } : entry,
        ),
      };
    case "allowed_routes":
      return {};
  }
}
