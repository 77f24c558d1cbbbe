import type { Environment } from "@/lib/config/environment-variables";
import type { StoredLogin } from "@/lib/config/login/login-settings";
import { LOGIN_ID } from "@/lib/wire/sign-in/login";
import type { Settings } from "@/lib/config/schema";

/** An OpenID provider through which people sign in to the console. Plain data, because it goes to another thread. */
export interface LoginProvider {
  /** Part of the redirect address: `/api/auth/callback/ID`. */
  readonly id: string;
  /** What its button says after "Continue with". */
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The scopes that a login asks for. Undefined: those that the console needs. */
  readonly scopes: readonly string[] | undefined;
}

/**
 * The providers through which people may sign in. Those of the environment and of the file need `enable_jwt_auth`. The
 * login of the database does not: it opens the console alone, and no token of its provider counts as a bearer token.
 */
export function loginProviders(
  { oidc }: Pick<Environment, "oidc">,
  { general, login: stored }: Pick<Settings, "general" | "login">,
): readonly LoginProvider[] {
  const setUp = stored ? [setUpLogin(stored)] : [];
  if (!general.enable_jwt_auth) return setUp;
  const further = general.console_login.map((login) => ({
    id: login.name,
    label: login.label ?? login.name,
    issuer: login.issuer,
    clientId: login.client_id,
    clientSecret: login.client_secret?.reveal(),
    scopes: login.scopes,
  }));
  return oidc ? [{ id: "oidc", label: "OpenID Connect", ...oidc }, ...further] : [...setUp, ...further];
}

function setUpLogin({ issuer, label, clientId, clientSecret, scopes }: StoredLogin): LoginProvider {
  return { id: LOGIN_ID, label, issuer, clientId, clientSecret: clientSecret?.reveal(), scopes };
}

/** The address of a provider's discovery document. */
export function discoveryAddress({ issuer }: Pick<LoginProvider, "issuer">): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
