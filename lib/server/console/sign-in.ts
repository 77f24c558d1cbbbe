import type { NextAuthOptions, Profile } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import type { ConsoleClient } from "@/lib/config/environment-variables";
import { messageOf } from "@/lib/error-message";
import { isConsoleIssuer } from "@/lib/settings/issuer-defaults";
import type { SignInFault } from "@/lib/wire/sign-in-faults";
import { exchangeCode } from "./code-exchange";
import { authCookies } from "./cookies";
import type { ConsoleGateway, ConsoleSettings } from "./port";
import { SIGN_IN_PAGE } from "./return-page";
import { type ConsoleSession, keepClaims, parseSession, SESSION_SECONDS } from "./session-cookie";
import { failureOfLog, SignInError, type SignInFailure } from "./sign-in-failure";

/** One request to next-auth, and what came of it. */
export interface SignInRequest {
  /** Whether the browser speaks TLS. */
  readonly isSecure: boolean;
  /** The IP address of the person who signs in; undefined: not known. */
  readonly caller: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Why the sign-in failed. */
  failure?: SignInFailure;
  /** The ID token of a sign-in that succeeded. */
  idToken?: string | undefined;
  /** The session that the request has ended. */
  ended?: ConsoleSession | undefined;
}

/**
 * How people sign in to the console: through the OpenID provider if one is configured, and with the master key unless
 * `console_master_key_login` is off. Make new options for each request: they write down what becomes of it.
 */
export function signInOptions(
  gateway: ConsoleGateway,
  settings: ConsoleSettings,
  request: SignInRequest,
): NextAuthOptions {
  let found: ConsoleSession | undefined;
  const { oidc } = gateway.environment;
  const fail = (fault: SignInFault, words?: string): false => {
    request.failure ??= { fault, words };
    return false;
  };
  return {
    secret: gateway.sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: request.isSecure,
    cookies: authCookies(request.isSecure),
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE, signOut: SIGN_IN_PAGE },
    logger: {
      error(code, metadata) {
        request.failure ??= failureOfLog(code, metadata);
        const { fault, words } = request.failure;
        // Not the rest of the metadata, because it may hold tokens.
        gateway.log.warn("console.sign_in_failed", { code, fault, message: words ?? reasonOf(metadata) });
      },
      warn: () => {},
      debug: () => {},
    },
    providers: [
      // A session of the provider counts only while JWTs do.
      ...(oidc && settings.acceptsJwts ? [oidcProvider(oidc, adminScopeOf(oidc.issuer, settings), request)] : []),
      ...(settings.masterKeyLogin ? [masterKeyProvider(gateway, request)] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        const until = request.now() + SESSION_SECONDS * 1000;
        if (account?.provider === "master-key") {
          found = { kind: "master-key", fingerprint: settings.masterKeyFingerprint, until };
          return true;
        }
        try {
          const proof = await gateway.proveSignIn({
            accessToken: account?.access_token,
            grantedScope: account?.scope,
            idToken: { ...profile },
          });
          if (proof.kind === "refused") {
            const { code, message, detail } = proof;
            gateway.log.warn("console.sign_in_refused", { code, message, detail });
            return fail("TokenRefused", code === "custom_validation_failed" ? CUSTOM_REFUSAL : message);
          }
          const { claims, accessTokenUnused } = proof;
          if (accessTokenUnused !== undefined)
            gateway.log.info("console.access_token_not_used", { reason: accessTokenUnused });
          const kept = keepClaims(claims, settings.jwtAuth);
          if (!kept) return fail("TokenTooLarge");
          found = {
            kind: "oidc",
            claims: kept,
            issuer: typeof claims.iss === "string" ? claims.iss : undefined,
            ...(accessTokenUnused !== undefined && { accessTokenUnused }),
            until,
          };
          request.idToken = account?.id_token;
          return true;
        } catch (error) {
          gateway.log.warn("console.sign_in_failed", { code: "undecided", message: messageOf(error) });
          return fail("Undecided", messageOf(error));
        }
      },
      async jwt({ token }) {
        return found ? { session: found } : token;
      },
      // The browser needs nothing from the session: pages ask the API who is signed in.
      async session({ session }) {
        return { expires: session.expires };
      },
    },
    events: {
      async signOut({ token }) {
        request.ended = parseSession(token, request.now());
      },
    },
  };
}

/** Says no more than callers of the API are told. */
const CUSTOM_REFUSAL = "The check of tokens that its operator has set up (custom_validate) refuses this account.";

/** The scope that the log-in asks for. A slash at the end makes no difference in OIDC_ISSUER. */
function adminScopeOf(issuer: string, { jwtAuth }: ConsoleSettings): string | undefined {
  const entry = jwtAuth.issuers.find((known) => isConsoleIssuer(known.issuer, { consoleIssuer: issuer }));
  return settingsOfIssuer(entry?.issuer, { jwtAuth }).jwtAuth.admin_jwt_scope;
}

function oidcProvider(
  { issuer, clientId, clientSecret, scopes }: ConsoleClient,
  adminScope: string | undefined,
  request: SignInRequest,
): OAuthConfig<Profile> {
  const asked = scopes ?? ["openid", "profile", "email", ...(adminScope === undefined ? [] : [adminScope])];
  return {
    id: "oidc",
    name: "OpenID Connect",
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: asked.join(" ") } },
    token: {
      async request(context) {
        try {
          return await exchangeCode(context);
        } catch (error) {
          if (error instanceof SignInError) request.failure = error.failure;
          throw error;
        }
      },
    },
    clientId,
    ...(clientSecret === undefined ? { client: { token_endpoint_auth_method: "none" } } : { clientSecret }),
    httpOptions: { timeout: 10_000 },
    profile: (profile) => ({ id: profile.sub ?? "" }),
  };
}

function masterKeyProvider(gateway: ConsoleGateway, { caller }: SignInRequest) {
  return CredentialsProvider({
    id: "master-key",
    name: "Master key",
    credentials: { key: { type: "password" } },
    async authorize(credentials) {
      const verdict = await gateway.judgeMasterKey(credentials?.key ?? "", caller);
      // next-auth makes the message the error that the page is told.
      if (verdict === "slowed") throw new Error("TooManyAttempts" satisfies SignInFault);
      return verdict === "accepted" ? { id: "master-key" } : null;
    },
  });
}

function reasonOf(fault: unknown): string {
  if (fault instanceof Error) return fault.message;
  if (typeof fault === "object" && fault !== null && "error" in fault) return reasonOf(fault.error);
  return "unknown";
}
