import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Environment } from "@/lib/config/environment-variables";
import { isDevelopmentServer } from "@/lib/config/io/environment";
import { withoutBasePath } from "@/lib/http/base-path";
import { errorReply, GatewayError } from "@/lib/errors";
import { json, type ApiReply, type ApiRequest } from "@/lib/doors/contract";
import {
  headerFault,
  rejectBrokenRequests,
  rejectRequest,
  targetFault,
  type RejectedRequest,
} from "@/lib/doors/broken-request";
import { logRejection } from "@/lib/observe/access-log/rejection-line";
import { REQUEST_ID_HEADER } from "@/lib/http/request-id";
import { callerOf } from "@/lib/http/caller-address";
import { isForConsole } from "./console/served-path";
import { ConsoleThread } from "./console/thread";
import { originForm, serveNodeRequest, targetOf } from "@/lib/doors/node-door";
import { errorDialectOf, identifyReply } from "@/lib/api/identify-reply";
import type { Gateway } from "./gateway";
import type { Logger } from "@/lib/log";
import { drainServer, type DrainTimes } from "./drain";
import { listen } from "./listen";
import { RequestsUnderWay } from "./requests-under-way";

/** How long idle connections stay open after the server has stopped accepting, in milliseconds. */
const IDLE_MS = 2_000;

/**
 * The most bytes of a request's headers: twice the longest token. Node.js's default of 16 KiB has no room for that
 * token beside the other headers.
 */
const MAX_HEADER_SIZE = 32 * 1024;

/** How long a request may take to arrive, in milliseconds. */
export interface RequestTimes {
  readonly headersMs: number;
  /** Headers and body. */
  readonly requestMs: number;
  readonly checkedEveryMs: number;
}

const TIMES: RequestTimes = { headersMs: 60_000, requestMs: 300_000, checkedEveryMs: 10_000 };

/** What serves requests. It changes once, when the gateway opens. */
interface Serving {
  readonly api: (request: ApiRequest) => Promise<ApiReply>;
  /** Undefined: the API answers every path. */
  readonly consoleThread: ConsoleThread | undefined;
}

export interface HttpServer {
  /** The port in use; PORT=0 lets the system choose one. */
  readonly port: number;
  /**
   * Starts to serve. Until then only liveness answers. Resolves when the console can be served too. @throws ListenError
   */
  open(gateway: Gateway): Promise<void>;
  /**
   * Stops as the environment says: goes on for the delay, then accepts nothing more and waits for the requests under
   * way.
   */
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
  const onRejected = (request: RejectedRequest): void => {
    if (environment.accessLog !== "off") logRejection(log, request, callerOf(request, environment.trustedProxies));
  };
  const rejections = { onRejected, dialectOf: errorDialectOf };
  let serving: Serving = { api: async (request) => answerWhileStarting(request, onRejected), consoleThread: undefined };
  const underWay = new RequestsUnderWay();
  const sockets = new Set<Socket>();
  const server = newServer(environment, times);
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    const target = originForm(message.url ?? "/");
    message.url = environment.basePath === "" ? target : withoutBasePath(target, environment.basePath);
    const { api, consoleThread } = serving;
    const fault = targetFault(message) ?? headerFault(message.rawHeaders, message.httpVersion);
    const served = fault
      ? rejectRequest(fault, message, response, rejections)
      : consoleThread && isForConsole(message.method ?? "", message.url, message.headers)
        ? consoleThread.serve(message, response)
        : serveNodeRequest(api, message, response);
    underWay.add(response, served, (error) => {
      log.error("request failed", { path: targetOf(message.url ?? "/").path, error });
      response.destroy();
    });
  };
  server.on("request", serve);
  // A request with `Expect: 100-continue` comes here, and Node.js then sends no 100 Continue by itself. It is sent when
  // the body is read, so that a call refused by its headers uploads nothing.
  server.on("checkContinue", serve);
  rejectBrokenRequests(server, rejections);
  if (isDevelopmentServer())
    server.on("upgrade", (message, socket, head) => {
      if (serving.consoleThread) serving.consoleThread.upgrade(message, socket, head);
      else socket.destroy();
    });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  if (!isWorker) await listen(server, { host: environment.host, port: environment.port, variable: "PORT" });
  const portInUse = (): number => {
    const bound = server.address();
    return typeof bound === "object" && bound ? bound.port : environment.port;
  };
  const beginConsole = (): ConsoleThread =>
    ConsoleThread.begin({
      root,
      hostname: environment.host,
      port: portInUse(),
      maxHeaderSize: MAX_HEADER_SIZE,
      log,
      addresses: environment,
    });
  // Below a base path the console is made in the data folder, which this process has not locked yet.
  let consoleThread = environment.console && environment.basePath === "" ? beginConsole() : undefined;
  let opened: Gateway | undefined;
  let draining: Promise<void> | undefined;
  const stop = async (times: DrainTimes): Promise<void> => {
    opened?.announceStop();
    await drainServer({ server, sockets, underWay, times, say, cut: () => opened?.cutCalls() });
    await consoleThread?.close();
  };
  return {
    get port() {
      return portInUse();
    },
    async open(gateway) {
      opened = gateway;
      if (environment.console) consoleThread ??= beginConsole();
      await consoleThread?.open(gateway.console);
      serving = { api: gateway.handle, consoleThread };
      if (isWorker) await listen(server, { host: environment.host, port: environment.port, variable: "PORT" });
    },
    drain: () => (draining ??= stop(opened ? { idleMs: IDLE_MS, ...drainTimes(environment) } : AT_ONCE)),
    close: () => (draining ??= stop(AT_ONCE)),
  };
}

function newServer(
  { keepAliveSeconds }: Environment,
  { headersMs: headersTimeout, requestMs: requestTimeout, checkedEveryMs: connectionsCheckingInterval }: RequestTimes,
): Server {
  return createServer({
    keepAliveTimeout: keepAliveSeconds * 1000,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    maxHeaderSize: MAX_HEADER_SIZE,
    // `headerFault` refuses a request without `Host`, in JSON.
    requireHostHeader: false,
  });
}

const AT_ONCE: DrainTimes = { delayMs: 0, idleMs: 0, graceMs: 0 };

function drainTimes({ shutdownDelaySeconds, shutdownGraceSeconds }: Environment): Omit<DrainTimes, "idleMs"> {
  return { delayMs: shutdownDelaySeconds * 1000, graceMs: shutdownGraceSeconds * 1000 };
}

function answerWhileStarting(request: ApiRequest, onRejected: (request: RejectedRequest) => void): ApiReply {
  const { path } = request;
  if (path === "/health/liveness") return identifyReply(json({ status: "alive" }), request, randomUUID);
  const error = new GatewayError("starting", "The gateway is starting.", { headers: { "retry-after": "1" } });
  const { status, headers, body } = errorReply(error, errorDialectOf(path));
  const reply = identifyReply(json(body, status, headers), request, randomUUID);
  const { method, headers: sent, connection } = request;
  onRejected({ error, requestId: reply.headers[REQUEST_ID_HEADER] ?? "", method, path, headers: sent, connection });
  return reply;
}
