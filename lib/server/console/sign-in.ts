import type { NextAuthOptions, Profile } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { ConsoleGateway, ConsoleSettings } from "./port";
import { type ConsoleSession, keepClaims, SESSION_SECONDS } from "./session-cookie";
import type { Claims } from "@/lib/auth/decision";
import { SIGN_IN_PAGE } from "./return-page";
import { isMasterKey } from "./session";

/**
 * How people sign in to the console: through the OpenID provider if one is configured, and with the master key unless
 * `console_master_key_login` is off. Make new options for each request: the callbacks of one sign-in share state.
 */
export function signInOptions(gateway: ConsoleGateway, settings: ConsoleSettings, now: () => number): NextAuthOptions {
  const { oidc } = gateway.environment;
  let found: ConsoleSession | undefined;
  return {
    secret: gateway.sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE, signOut: SIGN_IN_PAGE },
    logger: {
      // Only the message, because the rest may hold tokens.
      error: (code, metadata) => gateway.log.warn("console.sign_in_failed", { code, message: reasonOf(metadata) }),
      warn: () => {},
      debug: () => {},
    },
    providers: [
      // A session of the provider counts only while JWTs do.
      ...(oidc && settings.acceptsJwts ? [oidcProvider(oidc, settings.jwtAuth.admin_jwt_scope)] : []),
      ...(settings.masterKeyLogin ? [masterKeyProvider(settings)] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        const until = now() + SESSION_SECONDS * 1000;
        if (account?.provider === "master-key") {
          found = { kind: "master-key", fingerprint: settings.masterKeyFingerprint, until };
          return true;
        }
        const claims = await provenClaims(gateway, account?.access_token, account?.scope, profile);
        const kept = keepClaims(claims, settings.jwtAuth);
        if (!kept) return `${SIGN_IN_PAGE}?error=TokenTooLarge`;
        found = { kind: "oidc", claims: kept, issuer: typeof claims.iss === "string" ? claims.iss : undefined, until };
        return true;
      },
      async jwt({ token }) {
        return found ? { session: found } : token;
      },
      // The browser needs nothing from the session: pages ask the API who is signed in.
      async session({ session }) {
        return { expires: session.expires };
      },
    },
  };
}

/**
 * The claims of the access token if it is a JWT that this gateway would accept from an application. Otherwise those of
 * the ID token, which next-auth has checked, with the scopes that the token endpoint granted (RFC 6749 §5.1).
 */
async function provenClaims(
  gateway: ConsoleGateway,
  accessToken: string | undefined,
  grantedScope: string | undefined,
  idTokenClaims: Profile | undefined,
): Promise<Claims> {
  if (accessToken && accessToken.split(".").length === 3) {
    try {
      const claims = await gateway.verify(accessToken);
      return { ...pick(idTokenClaims, ["email", "name", "preferred_username"]), ...claims };
    } catch (fault) {
      gateway.log.info("console.access_token_not_used", { reason: reasonOf(fault) });
    }
  }
  return { ...(grantedScope ? { scope: grantedScope } : {}), ...idTokenClaims };
}

function pick(profile: Profile | undefined, names: readonly string[]): Claims {
  return Object.fromEntries(Object.entries(profile ?? {}).filter(([name]) => names.includes(name)));
}

function oidcProvider(
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined },
  adminScope: string | undefined,
): OAuthConfig<Profile> {
  return {
    id: "oidc",
    name: "OpenID Connect",
    type: "oauth",
    wellKnown: `${oidc.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: ["openid", "profile", "email", adminScope].filter(Boolean).join(" ") } },
    clientId: oidc.clientId,
    ...(oidc.clientSecret === undefined
      ? { client: { token_endpoint_auth_method: "none" } }
      : { clientSecret: oidc.clientSecret }),
    httpOptions: { timeout: 10_000 },
    profile: (profile) => ({ id: profile.sub ?? "" }),
  };
}

function masterKeyProvider({ masterKeyFingerprint }: ConsoleSettings) {
  return CredentialsProvider({
    id: "master-key",
    name: "Master key",
    credentials: { key: { type: "password" } },
    async authorize(credentials) {
      return isMasterKey(credentials?.key ?? "", masterKeyFingerprint) ? { id: "master-key" } : null;
    },
  });
}

function reasonOf(fault: unknown): string {
  if (fault instanceof Error) return fault.message;
  if (typeof fault === "object" && fault !== null && "error" in fault) return reasonOf(fault.error);
  return "unknown";
}
