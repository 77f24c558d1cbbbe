import { mayMakeAdministrators } from "../issuer-trust";
import { allowingEntry } from "../routes";
import type { DecisionInput } from "../standing";

/** Whether the request is one that administrators make, and only reads. */
export function isReadForViewers({ request, settings }: Pick<DecisionInput, "request" | "settings">): boolean {
  return request.effect === "reads" && allowingEntry(settings.jwtAuth.admin_allowed_routes, request) !== undefined;
}

/** What in a token makes its caller a viewer, in words. Undefined: nothing does. */
export function viewerRightOfToken(input: Pick<DecisionInput, "identity" | "settings">): string | undefined {
  const { identity, settings } = input;
  if (identity.kind !== "jwt" || !mayMakeAdministrators(input)) return undefined;
  const { admin_viewer_jwt_scope: scope, enforce_rbac: usesRoles, role_mappings: mappings } = settings.jwtAuth;
  if (scope !== undefined && identity.scopes.includes(scope)) return "the viewer scope";
  const isMapped =
    usesRoles &&
    mappings.some(
      ({ role, internal_role: internalRole }) => internalRole === "proxy_admin_viewer" && identity.roles.includes(role),
    );
  return isMapped ? "a role mapped to proxy_admin_viewer" : undefined;
}
