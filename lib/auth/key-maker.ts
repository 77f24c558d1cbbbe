import type { InternalRole, Settings } from "@/lib/config/schema";
import { isStorableText } from "@/lib/storable-text";
import type { Identity, KeyMaker, Principal } from "./decision";
import { settingsOfCaller } from "./issuer-settings";
import { mappingsTo } from "./rules/role-permissions";

/** What a key carries of the caller who makes it, if that is not an administrator. */
export function keyMaker(
  {
    identity,
    principal,
  }: {
    readonly identity: Pick<Identity, "kind" | "via" | "issuer" | "scopes" | "roles" | "key">;
    readonly principal: Pick<Principal, "role">;
  },
  settings: Pick<Settings, "jwtAuth">,
): KeyMaker {
  const role = principal.role === "team" || principal.role === "internal_user" ? principal.role : undefined;
  // A key that makes a key passes on what binds it.
  const issuer = identity.issuer ?? identity.key?.maker?.issuer;
  const roles = role === undefined ? undefined : rolesThatBind(role, identity, settings);
  return {
    role: role ?? null,
    scopes: storable(identity.scopes),
    ...(issuer !== undefined && isStorableText(issuer) && { issuer }),
    ...(roles && { roles: storable(roles) }),
  };
}

/**
 * The roles of the token, if a mapping of one of them states models, routes or tools. Otherwise `role_permissions` bind
 * the key, and it outlives its maker's roles.
 */
function rolesThatBind(
  role: InternalRole,
  identity: Parameters<typeof keyMaker>[0]["identity"],
  settings: Pick<Settings, "jwtAuth">,
): readonly string[] | undefined {
  const mappings = mappingsTo(role, { identity, settings: settingsOfCaller(identity, settings) });
  const states = ({ models, routes, mcp_tools: tools, hosted_tools: hosted }: (typeof mappings)[number]): boolean =>
    (models ?? routes ?? tools ?? hosted) !== undefined;
  if (!mappings.some(states)) return undefined;
  return identity.key ? identity.key.maker?.roles : identity.roles;
}

/** A scope or role that the database cannot store is left out. The key opens no more without it. */
function storable(texts: readonly string[]): string[] {
  return texts.filter(isStorableText);
}
