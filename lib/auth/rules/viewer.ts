import { mayMakeAdministrators } from "../issuer-trust";
import { pass, skip, type DecisionInput, type Rule } from "../standing";
import { userIdOf } from "./user-id";
import { isReadForViewers, viewerRightOfToken } from "./viewer-right";

/**
 * Read-only administrators. For what administrators read they count as administrators. For everything else they are
 * ordinary callers, so their keys and their model calls are bound as those of anybody else.
 */
export const viewerRule: Rule = {
  rule: "viewer",
  spec: "explain/administrators",
  codes: [],
  says: "The viewer scope (`admin_viewer_jwt_scope`), a role mapped to `proxy_admin_viewer` and the role `proxy_admin_viewer` in the user's record each let a person read what administrators read, on the routes of `admin_allowed_routes`. Issuers that may not make administrators make no viewers, and a virtual key is never a viewer's.",
  check(input, standing) {
    const { request } = input;
    if (standing.admin) return skip("An administrator reads everything.");
    // Nobody calls models as a viewer, so the right need not be looked up.
    if (request.model !== undefined) return skip("A viewer calls models as an ordinary caller.");
    const right = viewerRight(input);
    if (right === undefined) return skip("Nothing makes the caller a viewer.");
    if (!isReadForViewers(input))
      return skip(`By ${right} the caller is a viewer. A viewer only reads, on the routes of admin_allowed_routes.`);
    return pass(`By ${right} the caller may read what administrators read.`, {
      viewer: true,
      role: "proxy_admin_viewer",
      grants: [...standing.grants, right],
    });
  },
};

/**
 * What makes the caller a viewer, in words. A record counts only for tokens of issuers that may make administrators.
 */
function viewerRight(input: DecisionInput): string | undefined {
  const ofToken = viewerRightOfToken(input);
  if (ofToken !== undefined) return ofToken;
  const { identity, facts } = input;
  if (identity.kind !== "jwt" || !mayMakeAdministrators(input)) return undefined;
  const userId = userIdOf(input);
  const isViewer = userId !== undefined && facts.users.get(userId)?.role === "proxy_admin_viewer";
  return isViewer ? "the user's record" : undefined;
}
