import type { Environment } from "@/lib/config/environment-variables";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Logger } from "@/lib/log";
import type { Claims, Decision, Identity, VerifiedToken } from "@/lib/auth/decision";

/** What the console's pages and its sign-in turn on. Plain data, for it comes from another thread. */
export interface ConsoleSettings {
  /** `console_master_key_login` */
  readonly masterKeyLogin: boolean;
  /** What sessions that the master key opened hold. */
  readonly masterKeyFingerprint: string;
  /** Whether an identity provider is configured whose tokens count. */
  readonly hasProvider: boolean;
  readonly jwtAuth: JwtAuthSettings;
}

/**
 * What the console's pages and its sign-in need of the running gateway. Everything it is asked is answered later: behind
 * `server.ts` the console has a thread of its own.
 */
export interface ConsoleGateway {
  /** What next-auth encrypts session cookies with. */
  readonly sessionSecret: string;
  readonly environment: Pick<Environment, "oidc">;
  readonly log: Logger;
  settings(): Promise<ConsoleSettings>;
  /** The claims of a JWT whose signature, times, issuer and audience hold. @throws GatewayError */
  verify(token: string): Promise<Claims>;
  /** What the API would say to this caller's GET of a path that names nothing, such as `/team/list`: the very decision it makes. */
  decide(token: VerifiedToken, path: string): Promise<ConsoleDecision>;
}

export interface ConsoleDecision {
  readonly identity: Identity | undefined;
  readonly decision: Decision;
  /** The teams that are the caller's own; none where nothing is allowed. */
  readonly teams: readonly string[];
}
