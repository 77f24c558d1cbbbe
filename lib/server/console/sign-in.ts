import type { Account, NextAuthOptions, Profile } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { messageOf } from "@/lib/error-message";
import { isConsoleIssuer } from "@/lib/settings/issuer-defaults";
import type { SignInFault } from "@/lib/wire/sign-in-faults";
import { exchangeCode } from "./code-exchange";
import { authCookies } from "./cookies";
import type { ConsoleGateway, ConsoleSettings } from "./port";
import { SIGN_IN_PAGE } from "./return-page";
import { discoveryAddress, type LoginProvider } from "./login-providers";
import { type SessionCookie, secretIn } from "./session-cookie";
import type { SessionBegun, SignedOut } from "./sessions/console-sessions";
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
  /** Whether somebody has signed in through a provider. */
  hasSignedIn?: boolean;
  /** The session that the request has ended. */
  ended?: SignedOut | undefined;
}

/**
 * How people sign in to the console: through the OpenID providers that are configured, and with the master key unless
 * `console_master_key_login` is off. Make new options for each request: they write down what becomes of it.
 */
export function signInOptions(
  gateway: ConsoleGateway,
  settings: ConsoleSettings,
  request: SignInRequest,
): NextAuthOptions {
  let found: SessionCookie | undefined;
  const fail = (fault: SignInFault, words?: string): false => {
    request.failure ??= { fault, words };
    return false;
  };
  const begin = (account: Account | null, profile: Profile | undefined): Promise<SessionBegun> => {
    const address = request.caller;
    if (!account || account.provider === "master-key") return gateway.beginSession({ kind: "master-key", address });
    return gateway.beginSession({
      kind: "oidc",
      address,
      login: account.provider,
      tokens: { accessToken: account.access_token, grantedScope: account.scope, idToken: { ...profile } },
      refreshToken: account.refresh_token,
      idToken: account.id_token,
      expiresIn: secondsLeft(account.expires_at, request.now()),
    });
  };
  return {
    secret: gateway.sessionSecret,
    session: { strategy: "jwt", maxAge: settings.sessionSeconds },
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
      ...settings.logins.map((login) => oidcProvider(login, adminScopeOf(login.issuer, settings), request)),
      ...(settings.masterKeyLogin ? [masterKeyProvider(gateway, request)] : []),
    ],
    callbacks: {
      async signIn({ account, profile }) {
        try {
          const begun = await begin(account, profile);
          switch (begun.kind) {
            case "refused": {
              const { code, message, detail } = begun;
              gateway.log.warn("console.sign_in_refused", { code, message, detail });
              return fail("TokenRefused", code === "custom_validation_failed" ? CUSTOM_REFUSAL : message);
            }
            case "too-large":
              return fail("TokenTooLarge");
            case "begun":
              if (begun.accessTokenUnused !== undefined)
                gateway.log.info("console.access_token_not_used", { reason: begun.accessTokenUnused });
              found = { session: { secret: begun.secret } };
              request.hasSignedIn = account?.provider !== "master-key";
              return true;
          }
        } catch (error) {
          gateway.log.warn("console.sign_in_failed", { code: "undecided", message: messageOf(error) });
          return fail("Undecided", messageOf(error));
        }
      },
      async jwt({ token }) {
        return found ? { ...found } : token;
      },
      // The browser needs nothing from the session: pages ask the API who is signed in.
      async session({ session }) {
        return { expires: session.expires };
      },
    },
    events: {
      async signOut({ token }) {
        const secret = secretIn(token);
        if (secret === undefined) return;
        try {
          request.ended = await gateway.signOut(secret);
        } catch (error) {
          // The browser forgets the session all the same.
          gateway.log.warn("console.sign_out_failed", { error: messageOf(error) });
        }
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
  { id, label, clientId, clientSecret, scopes, ...login }: LoginProvider,
  adminScope: string | undefined,
  request: SignInRequest,
): OAuthConfig<Profile> {
  const asked = scopes ?? ["openid", "profile", "email", ...(adminScope === undefined ? [] : [adminScope])];
  return {
    id,
    name: label,
    type: "oauth",
    wellKnown: discoveryAddress(login),
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

/** The library turns `expires_in` into a moment, in seconds since the epoch. */
function secondsLeft(expiresAt: number | undefined, now: number): number | undefined {
  return expiresAt === undefined ? undefined : expiresAt - now / 1000;
}
