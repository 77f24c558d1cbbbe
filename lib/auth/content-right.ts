import type { Settings } from "@/lib/config/schema";
import type { Identity } from "./decision";
import { settingsOfCaller } from "./issuer-settings";
import { mayMakeAdministrators } from "./issuer-trust";

/** Who asks to look at what is kept of calls, by which settings. */
interface ContentViewer {
  readonly identity: Pick<Identity, "kind" | "via" | "issuer" | "key" | "scopes" | "roles">;
  readonly settings: Pick<Settings, "jwtAuth">;
}

/**
 * What lets a caller look at the content of calls, in words; undefined: nothing does. The right stands beside whatever
 * else the caller is, and nothing else brings it: no administrator has it as such, no viewer, and no holder of the
 * master key. It comes in tokens alone, of issuers that may make administrators, so somebody has granted it by name.
 */
export function contentRight({ identity, settings }: ContentViewer): string | undefined {
  if (identity.kind !== "jwt" || !mayMakeAdministrators({ identity, settings })) return undefined;
  const { content_viewer_jwt_scope: scope, content_viewer_jwt_role: role } = settingsOfCaller(
    identity,
    settings,
  ).jwtAuth;
  if (scope !== undefined && identity.scopes.includes(scope)) return `the scope "${scope}"`;
  if (role !== undefined && identity.roles.includes(role)) return `the role "${role}"`;
  return undefined;
}
