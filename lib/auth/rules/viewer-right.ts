import type { InternalRole } from "@/lib/config/schema";
import { mayMakeAdministrators } from "../issuer-trust";
import { allowingEntry } from "../routes";
import type { DecisionInput } from "../standing";
import { givesRoleToGroup, mapsRole } from "./role-permissions";

/** Whether the request is one that administrators make, and only reads. */
export function isReadForViewers({ request, settings }: Pick<DecisionInput, "request" | "settings">): boolean {
  return request.effect === "reads" && allowingEntry(settings.jwtAuth.admin_allowed_routes, request) !== undefined;
}

/** What in a token makes its caller a viewer, in words. Undefined: nothing does. */
export function viewerRightOfToken(input: Pick<DecisionInput, "identity" | "settings">): string | undefined {
  const { identity, settings } = input;
  if (identity.kind !== "jwt" || !mayMakeAdministrators(input)) return undefined;
  const {
    admin_viewer_jwt_scope: scope,
    enforce_rbac: usesRoles,
    role_mappings: roles,
    group_mappings: groups,
  } = settings.jwtAuth;
  if (scope !== undefined && identity.scopes.includes(scope)) return "the viewer scope";
  if (!usesRoles) return undefined;
  const isOfViewers = ({ internal_role: role }: { readonly internal_role?: InternalRole | undefined }): boolean =>
    role === "proxy_admin_viewer";
  if (roles.some((mapping) => isOfViewers(mapping) && identity.roles.some((role) => mapsRole(mapping, role))))
    return "a role mapped to proxy_admin_viewer";
  const ofGroup = groups.some((mapping) => isOfViewers(mapping) && givesRoleToGroup(mapping, identity));
  return ofGroup ? "a group mapped to proxy_admin_viewer" : undefined;
}
