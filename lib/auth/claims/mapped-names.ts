import type { JwtAuthSettings } from "@/lib/config/schema";
import { DEFAULT_ADMIN_SCOPE } from "../rules/admin";

/** A role or a scope that settings name. */
export interface MappedName {
  readonly kind: "role" | "scope";
  readonly id: string;
}

/** The role and the scope that settings name by this string. */
export function mappedNames(text: string, settings: JwtAuthSettings): readonly MappedName[] {
  const { role_mappings: roles, scope_mappings: scopes, admin_jwt_role: adminRole } = settings;
  const { admin_jwt_scope: admin = DEFAULT_ADMIN_SCOPE, admin_viewer_jwt_scope: viewer } = settings;
  const isScope = scopes.some(({ scope }) => scope === text) || text === admin || text === viewer;
  const isRole = roles.some(({ role }) => role === text) || text === adminRole;
  return [
    ...(isRole ? [{ kind: "role" as const, id: text }] : []),
    ...(isScope ? [{ kind: "scope" as const, id: text }] : []),
  ];
}
