import type { Environment } from "@/lib/config/environment-variables";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Logger } from "@/lib/log";
import type { Decision, Identity, VerifiedToken } from "@/lib/auth/decision";
import type { TrialAnswer } from "@/lib/gateway/login/finish-trial";
import type { MasterKeyVerdict } from "./master-key-attempts";
import type { OpenSession } from "@/lib/auth/session/console-session";
import type { LoginProvider } from "./login-providers";
import type { SessionBegun, SignIn } from "./sessions/begin-session";
import type { ConsoleLook } from "@/lib/wire/sign-in/console-look";
import type { StrangerRequest } from "@/lib/wire/sign-in/console-access";
import type { SignedOut } from "./sessions/console-sessions";
import type { LogoutVerdict } from "./sessions/logout";

/**
 * The settings that the console's pages and its sign-in depend on. Plain data, because it comes from another thread.
 */
export interface ConsoleSettings {
  /** `console_contact` */
  readonly contact?: string | undefined;
  /** `console_look` */
  readonly look: ConsoleLook;
  /** `console_master_key_login` */
  readonly masterKeyLogin: boolean;
  /** The providers through which people may sign in. */
  readonly logins: readonly LoginProvider[];
  /** `session_max_hours`, in seconds: how long the browser keeps the cookie. */
  readonly sessionSeconds: number;
  /** Whether JWTs are accepted and an identity provider is configured. */
  readonly hasProvider: boolean;
  readonly jwtAuth: JwtAuthSettings;
  /** The variables with the proxies through which providers are reached. */
  readonly proxies: Readonly<Record<string, string>>;
}

/**
 * What the console's pages and its sign-in ask the running gateway. Every answer is a promise, because behind
 * `server.ts` the console runs in another thread.
 */
export interface ConsoleGateway {
  /** next-auth encrypts session cookies with the current secret. Cookies of the previous ones are accepted too. */
  readonly sessionSecrets: readonly [current: string, ...previous: string[]];
  readonly environment: Pick<Environment, "nextAuthUrl" | "basePath">;
  /**
   * Whether the forwarded headers of the console's requests say only what is proven. Under `next start` they may not:
   * nobody has checked them, and nobody can, because Next.js does not show the connection.
   */
  readonly hasSettledAddresses: boolean;
  readonly log: Logger;
  settings(): Promise<ConsoleSettings>;
  /** Judges a master key that somebody has typed. `caller`: their IP address; undefined: not known. */
  judgeMasterKey(key: string, caller: string | undefined): Promise<MasterKeyVerdict>;
  /** Begins a session for somebody who has signed in. @throws GatewayError while that cannot be judged */
  beginSession(signIn: SignIn): Promise<SessionBegun>;
  /** The session whose cookie holds this secret; undefined if it is over. @throws GatewayError directory_unavailable */
  openSession(secret: string): Promise<OpenSession | undefined>;
  /** Ends a session because its person signs out. @throws GatewayError directory_unavailable */
  signOut(secret: string): Promise<SignedOut>;
  /** Ends the sessions that a provider's logout token names. @throws GatewayError directory_unavailable */
  logOut(logoutToken: string): Promise<LogoutVerdict>;
  /**
   * The API's own decision on a request of this caller, for a path without a resource's name, such as `/team/list`.
   * `method`: GET if absent.
   */
  decide(token: VerifiedToken, path: string, method?: "GET" | "POST"): Promise<ConsoleDecision>;
  /**
   * Ends a test login whose browser has come back from the provider. False: there is no such test, or the browser is
   * no administrator's. `session`: the secret in its cookie.
   */
  finishTrial(answer: TrialAnswer, session: string | undefined): Promise<boolean>;
  /** Asks the administrators for access, for somebody who may not use the gateway. @throws GatewayError */
  requestAccess(token: VerifiedToken, note: string | null): Promise<StrangerRequest>;
}

export interface ConsoleDecision {
  readonly identity: Identity | undefined;
  readonly decision: Decision;
  /** The caller's own teams; empty if the decision is a refusal. */
  readonly teams: readonly string[];
}
