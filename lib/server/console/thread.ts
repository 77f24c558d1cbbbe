import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import { rejectRequest } from "@/lib/doors/broken-request";
import { readNodeBody } from "@/lib/doors/node-body";
import { GatewayError } from "@/lib/errors";
import { askingForWhole, headersBelow, scriptBefore } from "./base-path/below-base-path";
import { projectBelow } from "./base-path/project-below";
import { MOST_BODY_BYTES } from "./body-bound";
import type { Environment } from "@/lib/config/environment-variables";
import { isDevelopmentServer } from "@/lib/config/io/environment";
import { publicAddress, withSettledAddress } from "@/lib/http/public-address";
import { REQUESTED_PAGE_HEADER } from "./return-page";
import type { ConsoleGateway } from "./port";
import { answerConsole, type ConsoleConstants } from "./calls";
import type { Logger } from "@/lib/log";
import { ThreadConnection } from "./thread-connection";

/** What the thread gets when the gateway has opened. It serves nothing before. */
export type ConsoleThreadSecrets = Pick<ConsoleConstants, "sessionSecrets">;

/** The data that the thread starts with. */
export interface ConsoleThreadData {
  /** The folder of the product, in which the documents are. */
  readonly root: string;
  /** The folder that Next.js serves. */
  readonly project: string;
  readonly hostname: string;
  readonly port: number;
  readonly maxHeaderSize: number;
  readonly environment: ConsoleConstants["environment"];
  /** Carries the console's questions to the gateway. The thread's own port carries the connections to serve. */
  readonly questions: MessagePort;
}

export type ConsoleThreadOptions = Pick<ConsoleThreadData, "root" | "hostname" | "port" | "maxHeaderSize"> & {
  readonly log: Logger;
  /** The settings that say at which address people reach the gateway. */
  readonly addresses: Pick<Environment, "nextAuthUrl" | "basePath" | "trustedProxies" | "dataDirectory">;
  /** The program of the thread. Default: the built `dist/console.mjs`. */
  readonly program?: string;
};

/** Headers that apply to one connection only and are not passed on (RFC 9110 §7.6.1). Node.js acts on them itself. */
const OF_THE_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

/**
 * Pages need about 100 MiB. A thread that reaches a limit ends alone; without limits it would end the whole process.
 */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** A thread that loads Next.js. */
interface Launched {
  readonly worker: Worker;
  /** The gateway's end of the thread's questions. They wait in it until they are answered. */
  readonly questions: MessagePort;
  /** Resolves when the thread can serve, for which it needs its secrets. */
  readonly served: Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Runs Next.js in a thread of its own, and starts it again when it dies. In the main thread Next.js would share the
 * processor and the heap with the calls, one busy page would delay every stream, and the globals that Next.js replaces
 * would be replaced for the calls too.
 */
export class ConsoleThread {
  readonly #options: ConsoleThreadOptions;
  /** The thread that loads, or that serves. */
  #launched: Launched;
  /** The thread that serves. */
  #worker: Worker | undefined;
  readonly #connections = new Set<ThreadConnection>();
  #isClosed = false;
  #pauseMs = FIRST_PAUSE_MS;
  #hasWarnedOfIgnored = false;

  private constructor(options: ConsoleThreadOptions) {
    this.#options = options;
    this.#launched = launch(options);
  }

  /** Starts the thread, which loads Next.js while the gateway opens. `open` says whether it could. */
  static begin(options: ConsoleThreadOptions): ConsoleThread {
    return new ConsoleThread(options);
  }

  /** Resolves when pages can be served. @throws the reason why Next.js cannot be started */
  async open(gateway: ConsoleGateway): Promise<void> {
    const { log } = this.#options;
    const { worker, questions, served } = this.#launched;
    answerConsole(questions, gateway);
    const { sessionSecrets } = gateway;
    worker.postMessage({ sessionSecrets } satisfies ConsoleThreadSecrets);
    await served;
    this.#worker = worker;
    this.#pauseMs = FIRST_PAUSE_MS;
    worker.on("error", (error) => log.error("console_failed", { error }));
    worker.once("exit", () => {
      this.#worker = undefined;
      // A connection that is handed over just as the thread exits would never be answered or closed.
      for (const connection of this.#connections) connection.destroy();
      this.#restart(gateway);
    });
  }

  /** Serves one request. Resolves when the answer has been written or the caller has hung up. */
  async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: Buffer;
    try {
      // Next.js and next-auth read bodies of any size, so they get only what has arrived whole and is small.
      body = await readNodeBody(message, response, MOST_BODY_BYTES);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      return rejectRequest(error, message, response);
    }
    const connection = this.#connect();
    if (!connection) return unavailable(response);
    const { method, url: path = "/" } = message;
    const { basePath } = this.#options.addresses;
    const before = scriptBefore(path, basePath);
    const requestHeaders = this.#requestHeaders(message, body);
    const passed = httpRequest({
      method,
      path,
      headers: before === "" ? requestHeaders : askingForWhole(requestHeaders),
      setHost: false,
      createConnection: () => connection,
    });
    response.once("close", () => passed.destroy());
    // An error on either side ends the other side too. The missing answer becomes a 503 below.
    passed.on("error", () => {});
    passed.end(body);
    try {
      const [answer]: [IncomingMessage] = await (once(passed, "response") as Promise<[IncomingMessage]>);
      const script = answer.statusCode === 200 ? before : "";
      const headers = headersBelow(responseHeaders(answer.rawHeaders), basePath, script);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
      if (script !== "" && method !== "HEAD") response.write(script);
      await pipeline(answer, response);
    } catch {
      if (response.headersSent) response.destroy();
      else unavailable(response);
    }
  }

  /** Hands over a connection that leaves HTTP. Only `npm run dev` has those, for what the browser should reload. */
  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void {
    const connection = this.#connect();
    if (!connection) return void socket.destroy();
    const lines = [`${message.method} ${message.url} HTTP/1.1`];
    const { rawHeaders } = message;
    for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    connection.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), head]));
    pipeline(socket, connection, socket).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#launched.worker.terminate();
  }

  /** The headers for the console, without anything unproven about the caller's address. */
  #requestHeaders(message: IncomingMessage, body: Buffer): IncomingHttpHeaders {
    const address = publicAddress(this.#options.addresses, message.headers, message.socket.remoteAddress);
    if (address.ignored.length > 0 && !this.#hasWarnedOfIgnored) {
      this.#hasWarnedOfIgnored = true;
      this.#options.log.warn("console.forwarded_headers_ignored", {
        headers: address.ignored,
        from: message.socket.remoteAddress,
        fix: "if this is your proxy, add its address to GATEWAY_TRUSTED_PROXIES",
      });
    }
    const passed = Object.entries(message.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
    return {
      ...withSettledAddress(Object.fromEntries(passed), address),
      // A body that came in chunks has a known length by now.
      ...(body.length > 0 && { "content-length": String(body.length) }),
      [REQUESTED_PAGE_HEADER]: message.url,
    };
  }

  #connect(): ThreadConnection | undefined {
    if (!this.#worker) return undefined;
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage(port2, [port2]);
    const connection = new ThreadConnection(port1);
    this.#connections.add(connection);
    connection.once("close", () => this.#connections.delete(connection));
    return connection;
  }

  #restart(gateway: ConsoleGateway): void {
    if (this.#isClosed) return;
    const { log } = this.#options;
    log.error("console_stopped", { next_start_ms: this.#pauseMs });
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#launched = launch(this.#options);
      this.open(gateway).catch((error: unknown) => {
        log.error("console_failed", { error });
        this.#restart(gateway);
      });
    }, this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

function launch({ program, root, addresses, hostname, port, maxHeaderSize }: ConsoleThreadOptions): Launched {
  const { port1, port2: questions } = new MessageChannel();
  const { basePath, nextAuthUrl, dataDirectory } = addresses;
  const workerData: ConsoleThreadData = {
    hostname,
    port,
    maxHeaderSize,
    root,
    // The development server writes the base path into what it builds.
    project: basePath === "" || isDevelopmentServer() ? root : projectBelow(root, basePath, dataDirectory),
    environment: { nextAuthUrl, basePath },
    questions,
  };
  const worker = new Worker(program ?? join(root, "dist/console.mjs"), {
    workerData,
    transferList: [questions],
    name: "console",
    resourceLimits: isDevelopmentServer() ? {} : HEAP_LIMITS,
  });
  const served = ready(worker);
  // Whoever opens the console hears of it. A start that has failed by then for another reason does not ask.
  served.catch(() => {});
  return { worker, questions: port1, served };
}

/** Resolves when the thread says that it is ready. @throws the reason why it ended before */
async function ready(worker: Worker): Promise<void> {
  const ended = new AbortController();
  const exited = once(worker, "exit", { signal: ended.signal }).then(() =>
    Promise.reject(new Error("the console's thread ended before it was ready")),
  );
  try {
    await Promise.race([once(worker, "message", { signal: ended.signal }), exited]);
  } finally {
    exited.catch(() => {});
    ended.abort();
  }
}

function responseHeaders(raw: readonly string[]): string[] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 && !OF_THE_CONNECTION.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ""] : [],
  );
}

function unavailable(response: ServerResponse): void {
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "1" });
  response.end("The console is restarting; the API is not affected.\n");
}
