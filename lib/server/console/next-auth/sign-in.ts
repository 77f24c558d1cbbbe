import { lookup as resolve } from "node:dns";
import type { Account, NextAuthOptions, Profile } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { issuersOf } from "@/lib/auth/issuer-tenants";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { messageOf } from "@/lib/error-message";
import { proxyFor, proxySettingsFrom } from "@/lib/config/proxy-settings";
import { isConsoleIssuer } from "@/lib/settings/issuer-defaults";
import { guardedLookup } from "@/lib/upstream/guarded-lookup";
import { proxyAgent } from "@/lib/upstream/proxy-agent";
import type { SignInFault } from "@/lib/wire/sign-in/sign-in-faults";
import { exchangeCode } from "./code-exchange";
import { authCookies } from "./cookies";
import { withBasePath } from "@/lib/http/base-path";
import { decodeCookie } from "./decode-cookie";
import type { ConsoleGateway, ConsoleSettings } from "../port";
import { SIGN_IN_PAGE } from "../return-page";
import { discoveryAddress, type LoginProvider } from "../login-providers";
import { masterKeyFingerprint } from "../session";
import { type SessionCookie, secretIn } from "../session-cookie";
import type { SessionBegun } from "../sessions/begin-session";
import type { SignedOut } from "../sessions/console-sessions";
import { failureOfLog, SignInError, type SignInFailure } from "./sign-in-failure";

type HttpOptions = NonNullable<OAuthConfig<Profile>["httpOptions"]>;

/** How long a provider may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** One request to next-auth, and what came of it. */
export interface SignInRequest {
  /** Whether the browser speaks TLS. */
  readonly isSecure: boolean;
  /** The IP address of the person who signs in; undefined: not known. */
  readonly caller: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The fingerprint of the typed master key. */
  masterKey?: string;
  /** Why the sign-in failed. */
  failure?: SignInFailure;
  /** Whether somebody has signed in through a provider. */
  hasSignedIn?: boolean;
  /** The session that the request has ended. */
  ended?: SignedOut | undefined;
}

/**
 * How people sign in to the console: through the configured OpenID providers, and with the master key unless
 * `console_master_key_login` is off. Make new options for each request: they note the outcome in `request`.
 */
export function signInOptions(
  gateway: ConsoleGateway,
  settings: ConsoleSettings,
  request: SignInRequest,
): NextAuthOptions {
  const { basePath } = gateway.environment;
  const signInPage = withBasePath(SIGN_IN_PAGE, basePath);
  return {
    secret: gateway.sessionSecrets[0],
    jwt: {
      decode: async ({ token, salt = "" }) =>
        (token && (await decodeCookie({ cookie: token, secrets: gateway.sessionSecrets, salt }))) || null,
    },
    session: { strategy: "jwt", maxAge: settings.sessionSeconds },
    useSecureCookies: request.isSecure,
    cookies: authCookies({ isSecure: request.isSecure, basePath }),
    pages: { signIn: signInPage, error: signInPage, signOut: signInPage },
    logger: failureLogger(gateway, request),
    providers: [
      ...settings.logins.map((login) => oidcProvider(login, settings, request)),
      ...(settings.masterKeyLogin ? [masterKeyProvider(gateway, request)] : []),
    ],
    callbacks: signInCallbacks(gateway, request),
    events: {
      async signOut({ token }) {
        const secret = secretIn(token);
        if (secret === undefined) return;
        try {
          request.ended = await gateway.signOut(secret);
        } catch (error) {
          // The browser forgets the session anyway.
          gateway.log.warn("console.sign_out_failed", { error: messageOf(error) });
        }
      },
    },
  };
}

/** What next-auth asks about a sign-in and its session. */
function signInCallbacks(gateway: ConsoleGateway, request: SignInRequest): NonNullable<NextAuthOptions["callbacks"]> {
  let found: SessionCookie | undefined;
  const { basePath } = gateway.environment;
  // next-auth calls every refusal of a master key the same, except where the answer is an address.
  const fail = (account: Account | null, fault: SignInFault, detail?: string): false | string => {
    request.failure ??= { fault, detail };
    const page = withBasePath(SIGN_IN_PAGE, basePath);
    return account?.provider === "master-key" ? `${page}?${new URLSearchParams({ error: fault })}` : false;
  };
  const begin = (account: Account | null, profile: Profile | undefined): Promise<SessionBegun> => {
    const address = request.caller;
    if (!account || account.provider === "master-key")
      return gateway.beginSession({ kind: "master-key", address, fingerprint: request.masterKey ?? "" });
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
    async signIn({ account, profile }) {
      try {
        const begun = await begin(account, profile);
        switch (begun.kind) {
          case "refused": {
            const { code, message, detail } = begun;
            gateway.log.warn("console.sign_in_refused", { code, message, detail });
            return fail(account, "TokenRefused", code === "custom_validation_failed" ? CUSTOM_REFUSAL : message);
          }
          case "too-large":
            return fail(account, "TokenTooLarge");
          case "away":
            gateway.log.warn("console.sign_in_failed", { code: "away", message: "the database cannot be reached" });
            return fail(account, "DatabaseAway");
          case "begun":
            if (begun.accessTokenUnused !== undefined)
              gateway.log.info("console.access_token_not_used", { reason: begun.accessTokenUnused });
            found = { session: { secret: begun.secret } };
            request.hasSignedIn = account?.provider !== "master-key";
            return true;
        }
      } catch (error) {
        gateway.log.warn("console.sign_in_failed", { code: "undecided", message: messageOf(error) });
        return fail(account, "Undecided", messageOf(error));
      }
    },
    // People are sent only to the gateway itself: other services may have the rest of the host.
    async redirect({ url, baseUrl }) {
      const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
      return path.startsWith("/") ? `${baseUrl}${withBasePath(path, basePath)}` : `${baseUrl}${basePath}`;
    },
    async jwt({ token }) {
      return found ? { ...found } : token;
    },
    // The browser needs nothing from the session: pages ask the API who is signed in.
    async session({ session }) {
      return { expires: session.expires };
    },
  };
}

/** Notes why a sign-in failed, which next-auth tells its logger alone. */
function failureLogger(gateway: ConsoleGateway, request: SignInRequest): NonNullable<NextAuthOptions["logger"]> {
  return {
    error(code, metadata) {
      request.failure ??= failureOfLog(code, metadata);
      const { fault, detail } = request.failure;
      // The rest of the metadata is left out, because it may hold tokens.
      gateway.log.warn("console.sign_in_failed", { code, fault, message: beginningOf(detail ?? reasonOf(metadata)) });
    },
    warn: () => {},
    debug: () => {},
  };
}

/** The most characters of a failure that are logged. Strangers may write them. */
const LOGGED_CHARACTERS = 300;

function beginningOf(detail: string): string {
  return detail.length > LOGGED_CHARACTERS ? `${detail.slice(0, LOGGED_CHARACTERS)}...` : detail;
}

/** Says no more than the API tells its callers. */
const CUSTOM_REFUSAL = "The check of tokens that its operator has set up (custom_validate) refuses this account.";

/** The administrators' scope, which a login asks for. A slash at the end of OIDC_ISSUER makes no difference. */
function adminScopeOf(issuer: string, { jwtAuth }: ConsoleSettings): string | undefined {
  const known = jwtAuth.issuers.flatMap(issuersOf).find((one) => isConsoleIssuer(one, { consoleIssuer: issuer }));
  return settingsOfIssuer(known, { jwtAuth }).jwtAuth.admin_jwt_scope;
}

function oidcProvider(
  { id, label, clientId, clientSecret, scopes, ...login }: LoginProvider,
  settings: ConsoleSettings,
  request: SignInRequest,
): OAuthConfig<Profile> {
  const adminScope = adminScopeOf(login.issuer, settings);
  const requestedScopes = scopes ?? ["openid", "profile", "email", ...(adminScope === undefined ? [] : [adminScope])];
  return {
    id,
    name: label,
    type: "oauth",
    wellKnown: discoveryAddress(login),
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: requestedScopes.join(" ") } },
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
    httpOptions: { timeout: TIMEOUT_MS, ...agentFor(login.issuer, settings) },
    profile: (profile) => ({ id: profile.sub ?? "" }),
  };
}

/** The agent through which a provider is reached: through a proxy if one leads to it, and never a metadata service. */
function agentFor(issuer: string, { proxies }: ConsoleSettings): Pick<HttpOptions, "agent"> {
  const protocol = issuer.startsWith("https:") ? "https:" : "http:";
  const settings = proxySettingsFrom((name) => proxies[name]);
  const lookup = guardedLookup(resolve);
  return { agent: proxyAgent(protocol, (target) => proxyFor(target, settings), TIMEOUT_MS, { lookup }) };
}

function masterKeyProvider(gateway: ConsoleGateway, request: SignInRequest) {
  return CredentialsProvider({
    id: "master-key",
    name: "Master key",
    credentials: { key: { type: "password" } },
    async authorize(credentials) {
      const key = (credentials?.key ?? "").trim();
      const verdict = await gateway.judgeMasterKey(key, request.caller);
      // next-auth hands the message to the page as the error.
      if (verdict === "slowed") throw new Error("TooManyAttempts" satisfies SignInFault);
      request.masterKey = masterKeyFingerprint(key);
      return verdict === "accepted" ? { id: "master-key" } : null;
    },
  });
}

function reasonOf(fault: unknown): string {
  if (fault instanceof Error) return fault.message;
  if (typeof fault === "object" && fault !== null && "error" in fault) return reasonOf(fault.error);
  return "unknown";
}

/** openid-client turns `expires_in` into a time in seconds since the epoch. */
function secondsLeft(expiresAt: number | undefined, now: number): number | undefined {
  return expiresAt === undefined ? undefined : expiresAt - now / 1000;
}
