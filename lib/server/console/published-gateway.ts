import type { IncomingHttpHeaders } from "node:http";
import type { ConsoleGateway } from "./port";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";

/**
 * What the console asks: the gateway of this process, or its proxy in the console's thread. @throws Error if none has
 * been started
 */
export function consoleGateway(): ConsoleGateway {
  return gatewayOfProcess().console;
}

/** The gateway of this process. @throws Error if none has been started */
export function gatewayOfProcess(): GatewayHandle {
  const gateway = publishedGateway();
  if (!gateway) throw new Error("the gateway has not been started in this process");
  return gateway;
}

/**
 * The parts of a gateway that other bundles use. server.ts and Next.js are separate bundles that share nothing but
 * globalThis.
 */
export interface GatewayHandle {
  readonly handle: (request: ApiRequest) => Promise<ApiReply>;
  readonly console: ConsoleGateway;
  /** Whether the console answers a request that has come to Next.js, and not the API. */
  readonly isForConsole: (method: string, path: string, headers: IncomingHttpHeaders) => boolean;
}

const HANDLE = Symbol.for("model-gateway");

/** Makes the gateway known to every bundle in this process. */
export function publishGateway(handle: GatewayHandle): void {
  Reflect.set(globalThis, HANDLE, handle);
}

/** The gateway of this process; undefined until it has been started. */
export function publishedGateway(): GatewayHandle | undefined {
  return Reflect.get(globalThis, HANDLE);
}
