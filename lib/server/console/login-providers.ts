import type { Environment } from "@/lib/config/environment-variables";
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
 * The providers through which people may sign in. There are none while JWTs are not accepted, because a session stands
 * for a JWT.
 */
export function loginProviders(
  { oidc }: Pick<Environment, "oidc">,
  { general }: Pick<Settings, "general">,
): readonly LoginProvider[] {
  if (!general.enable_jwt_auth) return [];
  const further = general.console_login.map((login) => ({
    id: login.name,
    label: login.label ?? login.name,
    issuer: login.issuer,
    clientId: login.client_id,
    clientSecret: login.client_secret?.reveal(),
    scopes: login.scopes,
  }));
  return oidc ? [{ id: "oidc", label: "OpenID Connect", ...oidc }, ...further] : further;
}

/** The address of a provider's discovery document. */
export function discoveryAddress({ issuer }: Pick<LoginProvider, "issuer">): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
