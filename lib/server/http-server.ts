import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Environment } from "@/lib/config/environment-variables";
import { errorReply, GatewayError } from "@/lib/errors";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { headerFault, refuseBrokenRequests, refuseRequest } from "@/lib/doors/broken-request";
import { isForConsole } from "./console/served-path";
import { ConsoleThread } from "./console/thread";
import { serveNodeRequest, targetOf } from "@/lib/doors/node-door";
import { isApiPath } from "@/lib/api/table";
import type { Gateway } from "./gateway";
import type { Logger } from "@/lib/log";
import { drainServer, type DrainTimes } from "./drain";
import { RequestsUnderWay } from "./requests-under-way";

/** The address cannot be listened on; the message is one line for the operator. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/** How long idle connections stay open once no more are accepted, in milliseconds. */
const IDLE_MS = 2_000;

/** Bytes of all headers of a request: twice the longest token. Node.js's default of 16 KiB would refuse that one. */
const MAX_HEADER_SIZE = 32 * 1024;

/** How long a request may take to arrive, in milliseconds. */
export interface RequestTimes {
  readonly headersMs: number;
  /** Headers and body. */
  readonly requestMs: number;
  readonly checkedEveryMs: number;
}

const TIMES: RequestTimes = { headersMs: 60_000, requestMs: 300_000, checkedEveryMs: 10_000 };

/** What requests are served by. It changes once, when the gateway opens. */
interface Stage {
  readonly api: (request: ApiRequest) => Promise<ApiReply>;
  /** Undefined: the API answers every path. */
  readonly consoleThread: ConsoleThread | undefined;
}

const STARTING: Stage = { api: answerWhileStarting, consoleThread: undefined };

export interface HttpServer {
  /** The port in use; PORT=0 lets the system choose one. */
  readonly port: number;
  /** Starts to serve; until then only liveness answers. Resolves once the console can be served too. @throws ListenError */
  open(gateway: Gateway): Promise<void>;
  /** Stops as the environment says: after the delay it accepts nothing more, and waits for requests under way. */
  drain(): Promise<void>;
  /** Stops at once, unless it has been drained. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  readonly environment: Environment;
  readonly root: string;
  readonly log: Logger;
  /** Tells the operator what a stop waits for. */
  readonly say?: (line: string) => void;
  readonly times?: RequestTimes;
  /** A worker shares its address with others: it listens only when it can serve, and until then the others answer. */
  readonly isWorker?: boolean;
}

/**
 * Listens at once, so that liveness answers and a taken port is found out early; a worker listens when it is opened.
 * @throws ListenError
 */
export async function openHttpServer({
  environment,
  root,
  log,
  say = () => {},
  times = TIMES,
  isWorker = false,
}: HttpServerOptions): Promise<HttpServer> {
  let stage: Stage = STARTING;
  const underWay = new RequestsUnderWay();
  const sockets = new Set<Socket>();
  const { headersMs: headersTimeout, requestMs: requestTimeout, checkedEveryMs: connectionsCheckingInterval } = times;
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    maxHeaderSize: MAX_HEADER_SIZE,
    // `headerFault` refuses a request without one, in JSON.
    requireHostHeader: false,
  });
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    const { path } = targetOf(message.url ?? "/");
    const { api, consoleThread } = stage;
    const fault = headerFault(message.rawHeaders, message.httpVersion);
    const isPage =
      consoleThread !== undefined && !isApiPath(path) && isForConsole(message.method ?? "", path, message.headers);
    const served = fault
      ? refuseRequest(fault, message, response)
      : isPage
        ? consoleThread.serve(message, response)
        : serveNodeRequest(api, message, response);
    underWay.add(response, served, (error) => {
      log.error("request failed", { path, error });
      response.destroy();
    });
  };
  server.on("request", serve);
  // A request with `Expect: 100-continue` comes here. Listening stops Node.js from answering 100 Continue by itself: it
  // is sent when the body is read, so that a call refused by its headers uploads nothing.
  server.on("checkContinue", serve);
  refuseBrokenRequests(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  if (!isWorker) await listen(server, environment);
  let opened: Gateway | undefined;
  let draining: Promise<void> | undefined;
  const stop = async (times: DrainTimes): Promise<void> => {
    opened?.announceStop();
    await drainServer({ server, sockets, underWay, times, say, cut: () => opened?.cutCalls() });
    await stage.consoleThread?.close();
  };
  const portInUse = (): number => {
    const bound = server.address();
    return typeof bound === "object" && bound ? bound.port : environment.port;
  };
  return {
    get port() {
      return portInUse();
    },
    async open(gateway) {
      opened = gateway;
      const options = {
        root,
        hostname: environment.host,
        port: portInUse(),
        maxHeaderSize: MAX_HEADER_SIZE,
        log,
        addresses: environment,
      };
      const consoleThread = environment.console
        ? await ConsoleThread.start({ ...options, gateway: gateway.console })
        : undefined;
      stage = { api: gateway.handle, consoleThread };
      if (isWorker) await listen(server, environment);
    },
    drain: () => (draining ??= stop(opened ? { idleMs: IDLE_MS, ...drainTimes(environment) } : AT_ONCE)),
    close: () => (draining ??= stop(AT_ONCE)),
  };
}

const AT_ONCE: DrainTimes = { delayMs: 0, idleMs: 0, graceMs: 0 };

function drainTimes({ shutdownDelaySeconds, shutdownGraceSeconds }: Environment): Omit<DrainTimes, "idleMs"> {
  return { delayMs: shutdownDelaySeconds * 1000, graceMs: shutdownGraceSeconds * 1000 };
}

async function answerWhileStarting({ path }: ApiRequest): Promise<ApiReply> {
  if (path === "/health/liveness")
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ status: "alive" }) };
  const { status, headers, body } = errorReply(
    new GatewayError("starting", "The gateway is starting.", { headers: { "retry-after": "1" } }),
  );
  return { status, headers, body: JSON.stringify(body) };
}

function listen(server: Server, { host, port }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ListenError(`Cannot listen on ${host}:${port}: ${reasonOf(error, port)}`)),
    );
    server.listen(port, host, resolve);
  });
}

function reasonOf({ code, message }: NodeJS.ErrnoException, port: number): string {
  switch (code) {
    case "EADDRINUSE":
      return `port ${port} is in use. Stop what uses it, or set PORT.`;
    case "EACCES":
      return `this user may not use port ${port}. Set PORT to one above 1023.`;
    case "EADDRNOTAVAIL":
      return "that address is not this machine's. Set HOST.";
    default:
      return message;
  }
}
