import type { Environment } from "@/lib/config/environment";
import type { Settings } from "@/lib/config/schema";
import type { Logger } from "@/lib/gateway/services";
import type { Claims, Decision, Identity, VerifiedToken } from "./decision";

/** What the console's pages and its sign-in need of the running gateway. */
export interface ConsoleGateway {
  /** What next-auth encrypts session cookies with. */
  readonly sessionSecret: string;
  readonly environment: Pick<Environment, "oidc">;
  readonly log: Logger;
  settings(): Settings;
  /** The claims of a JWT whose signature, times, issuer and audience hold. @throws GatewayError */
  verify(token: string): Promise<Claims>;
  /** Whether this caller administers the gateway: the decision about listing teams, the very one the API makes. */
  decideAdministrator(token: VerifiedToken): Promise<{ identity: Identity | undefined; decision: Decision }>;
}

const HANDLE = Symbol.for("model-gateway.console");

/** The gateway of this process. server.ts and Next.js are separate bundles; they meet on globalThis. */
export async function consoleGateway(): Promise<ConsoleGateway> {
  const gateway: ConsoleGateway | undefined = Reflect.get(globalThis, HANDLE);
  if (!gateway) throw new Error("the gateway has not been started in this process");
  return gateway;
}
