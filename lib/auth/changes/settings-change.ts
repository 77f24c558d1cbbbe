import type { JwtAuthSettings } from "@/lib/config/schema";
import { issuersOf } from "../issuer-tenants";
import type { Change } from "./change";

type ChangedSettings = Pick<
  JwtAuthSettings,
  "role_mappings" | "group_mappings" | "scope_mappings" | "role_permissions" | "issuers"
> &
  Pick<JwtAuthSettings, "admin_allowed_routes" | "team_admin_allowed_routes" | "team_allowed_routes">;

/** The settings to which a change gives other values; empty if it changes the token or the database. */
export function settingsChange(change: Change, settings: ChangedSettings): Partial<JwtAuthSettings> {
  switch (change.kind) {
    case "map-role":
      return { role_mappings: [...settings.role_mappings, { role: change.role, internal_role: change.internalRole }] };
    case "map-group":
      return { group_mappings: [...settings.group_mappings, { group: change.group, team_id: change.team }] };
    case "map-scope":
      return { scope_mappings: mapScope(settings.scope_mappings, change.scope, change.model) };
    case "allow-admin":
      return {
        issuers: settings.issuers.map((entry) =>
          issuersOf(entry).includes(change.issuer) ? { ...entry, allow_admin: true } : entry,
        ),
      };
    case "allow-route":
      return allowRoute(change, settings);
    case "allow-model":
      return allowModel(change, settings);
    case "add-group":
    case "name-team":
    case "name-email":
    case "verify-email":
    case "add-role":
    case "add-scope":
    case "ask-for-no-team":
    case "choose-organization":
    case "ask-for-no-organization":
    case "name-no-end-user":
    case "add-member":
    case "make-viewer":
    case "make-team-administrator":
    case "unblock":
    case "renew-key":
    case "create-team":
    case "create-user":
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

function allowModel(
  { holder, id, model }: Extract<Change, { kind: "allow-model" }>,
  settings: ChangedSettings,
): Partial<JwtAuthSettings> {
  switch (holder) {
    case "role":
      return {
        role_permissions: settings.role_permissions.map((entry) =>
          entry.role === id && entry.models.length > 0 ? { ...entry, models: [...entry.models, model] } : entry,
        ),
      };
    case "role mapping":
      return {
        role_mappings: settings.role_mappings.map((entry) =>
          entry.role === id && entry.models && entry.models.length > 0
            ? { ...entry, models: [...entry.models, model] }
            : entry,
        ),
      };
    case "key":
    case "team":
    case "user":
    case "organization":
      return {};
  }
}

function allowRoute(
  { list, route }: Extract<Change, { kind: "allow-route" }>,
  settings: ChangedSettings,
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
