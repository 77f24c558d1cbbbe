import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { refuseBrokenRequests, refuseRequest, type Refusal } from "@/lib/doors/broken-request";
import { tooLarge } from "@/lib/doors/node-body";
import { serveNodeRequest } from "@/lib/doors/node-door";
import { dropRest } from "@/lib/doors/response-writer";
import { GatewayError } from "@/lib/errors";
import { declaredLength } from "@/lib/gateway/request/body-room";
import type { Logger } from "@/lib/log";
import { MOST_BODY_BYTES } from "../console/body-bound";
import { planNextRequest } from "./next-request";

export interface NextGuard {
  /** The API. Undefined until the gateway has been opened. */
  readonly handle: () => ((request: ApiRequest) => Promise<ApiReply>) | undefined;
  readonly log: Logger;
  /** Called with each refused request. Next.js never sees these. */
  readonly onRefused: (refusal: Refusal) => void;
  readonly isDevelopment: boolean;
  /** The port of a server in this process that is not Next.js's. */
  readonly otherPort: number | undefined;
}

/** The HTTP servers of Next.js. The guard finds a server when its first request comes. */
export interface NextServers {
  /** Guards no further servers. */
  leave(): void;
  /** Stops accepting connections. Resolves when the open ones have ended. */
  stopAccepting(): Promise<void>;
}

/**
 * Marks requests for an operation. The guard sets the header on them and removes it from all others. The matcher of
 * proxy.ts passes over marked requests: for them, Next.js would buffer up to 10 MB of the body before the caller is
 * known.
 */
const FOR_OPERATION = "x-gateway-operation";

const REQUEST_STARTS = "http.server.request.start";

type Listener = (message: IncomingMessage, response: ServerResponse) => void;

/**
 * Guards the HTTP server that `next start` or `next dev` has made, so that bodies, headers and addresses have the same
 * bounds as at the gateway's own server. Next.js offers no hook for this: it buffers up to 10 MB of a body before it
 * calls any of our code. The guard finds the server through the diagnostics channel on which Node.js announces each
 * request before its listeners run.
 */
export function guardNext(guard: NextGuard): NextServers {
  const met = new Set<Server>();
  let isStopping = false;
  const meet = (event: unknown): void => {
    const { server } = event as { server: Server };
    if (met.has(server) || portOf(server) === guard.otherPort) return;
    met.add(server);
    guardServer(server, guard);
    if (isStopping) void closeServer(server);
  };
  subscribe(REQUEST_STARTS, meet);
  return {
    leave: () => void unsubscribe(REQUEST_STARTS, meet),
    async stopAccepting() {
      isStopping = true;
      await Promise.all([...met].map(closeServer));
    },
  };
}

/** How often a stop closes connections that have become idle, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** Stops accepting connections, and waits until all have ended. */
async function closeServer(server: Server): Promise<void> {
  const look = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(look);
}

/** Replaces a server's request listeners by one that passes on only the requests that Next.js may see. */
export function guardServer(server: Server, guard: NextGuard): void {
  const listeners = server.listeners("request") as Listener[];
  server.removeAllListeners("request");
  const pass = (message: IncomingMessage, response: ServerResponse): void => {
    for (const listener of listeners) listener.call(server, message, response);
  };
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    serveGuarded(guard, pass, message, response).catch((error: unknown) => {
      guard.log.error("request failed", { path: message.url, error });
      response.destroy();
    });
  };
  server.on("request", serve);
  server.on("checkContinue", serve);
  // Next.js closes the connection of every upgrade. Without a listener, such a request is served as any other.
  if (!guard.isDevelopment) server.removeAllListeners("upgrade");
  refuseBrokenRequests(server, guard.onRefused);
}

async function serveGuarded(
  { handle, onRefused, isDevelopment }: NextGuard,
  pass: Listener,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  Reflect.deleteProperty(message.headers, FOR_OPERATION);
  const plan = planNextRequest(message, { isDevelopment });
  switch (plan.does) {
    case "refuse":
      return refuseRequest(plan.error, message, response, onRefused);
    case "answer": {
      const api = handle();
      return api
        ? serveNodeRequest(api, message, response)
        : refuseRequest(new GatewayError("starting", "The gateway is starting."), message, response, onRefused);
    }
    case "operation":
      message.headers[FOR_OPERATION] = "1";
      break;
    case "page":
      try {
        await bodyArrived(message, response);
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        return refuseRequest(error, message, response, onRefused);
      }
  }
  message.url = plan.url;
  if (plan.does === "operation") {
    inviteBody(message, response);
    endAfterBody(message, response);
  }
  pass(message, response);
}

/**
 * Ends the answer only when the rest of the body has been read and dropped. A refused caller may still be sending. If
 * the answer ended first and the caller had asked for `Connection: close`, Node.js would close the connection, and the
 * caller would lose the answer.
 */
function endAfterBody(message: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  const later = (...given: unknown[]): ServerResponse => {
    Object.assign(response, { end });
    if (message.complete || message.destroyed) return end(...given);
    const [last, ...more] = given.filter((one) => typeof one !== "function");
    if (last !== undefined && last !== null) response.write(last, ...(more as [BufferEncoding]));
    dropRest(message, () => {
      end(...given.filter((one) => typeof one === "function"));
      if (!message.complete) response.once("finish", () => void message.socket.destroySoon());
    });
    return response;
  };
  Object.assign(response, { end: later });
}

/**
 * Resolves when the whole body of a request for a page has arrived. The body waits in the stream until Next.js reads
 * it. Next.js itself would read a body of any size. Never resolves if the connection breaks.
 * @throws GatewayError payload_too_large
 */
function bodyArrived(message: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const length = declaredLength(message.headers);
  if (length === 0) return undefined;
  if (Number.isFinite(length) && length > MOST_BODY_BYTES) throw tooLarge(MOST_BODY_BYTES);
  inviteBody(message, response);
  return new Promise((resolve, reject) => {
    const push = message.push.bind(message);
    let size = 0;
    // A listener for the data would take it from Next.js, so it is counted on its way into the stream.
    message.push = (chunk: Buffer | null, encoding) => {
      const goesOn = push(chunk, encoding);
      if (chunk === null) resolve();
      else size += chunk.length;
      if (size <= MOST_BODY_BYTES) return true;
      reject(tooLarge(MOST_BODY_BYTES));
      return goesOn;
    };
  });
}

function inviteBody({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined) response.writeContinue();
}

function portOf(server: Server): number | undefined {
  return (server.address() as AddressInfo | null)?.port;
}
