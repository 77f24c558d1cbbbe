import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import { ASKED_PAGE } from "./return-page";
import type { ConsoleGateway } from "./port";
import { answerConsole, type ConsoleConstants } from "./calls";
import type { Logger } from "@/lib/log";
import { ThreadConnection } from "./thread-connection";

/** What the thread is started with. */
export interface ConsoleThreadData {
  readonly root: string;
  readonly hostname: string;
  readonly port: number;
  readonly maxHeaderSize: number;
  readonly constants: ConsoleConstants;
  /** For what the console asks of the gateway; the thread's own port is for what it is to serve. */
  readonly questions: MessagePort;
}

export type ConsoleThreadOptions = Pick<ConsoleThreadData, "root" | "hostname" | "port" | "maxHeaderSize"> & {
  readonly gateway: ConsoleGateway;
  readonly log: Logger;
  /** What the thread runs. Default: the built `dist/console.mjs`. */
  readonly program?: string;
};

/** What is said of one connection only, and not passed on (RFC 9110 §7.6.1). Node.js itself does what they say. */
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

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Next.js in a thread of its own: with the calls it would share their processor, their heap, and the globals that it
 * replaces for itself, and one busy page would hold up every stream. A thread that dies is started again.
 */
export class ConsoleThread {
  readonly #options: ConsoleThreadOptions;
  #worker: Worker | undefined;
  readonly #connections = new Set<ThreadConnection>();
  #isClosed = false;
  #pauseMs = FIRST_PAUSE_MS;

  private constructor(options: ConsoleThreadOptions) {
    this.#options = options;
  }

  /** Resolves when pages can be served. @throws what Next.js cannot be started for */
  static async start(options: ConsoleThreadOptions): Promise<ConsoleThread> {
    const thread = new ConsoleThread(options);
    await thread.#start();
    return thread;
  }

  /** Serves one request. Resolves when the answer has been written or its caller is gone. */
  async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = this.#connect();
    if (!connection) return unavailable(response);
    const { method, url: path } = message;
    const passed = httpRequest({
      method,
      path,
      headers: requestHeaders(message),
      setHost: false,
      createConnection: () => connection,
    });
    response.once("close", () => passed.destroy());
    // An error of either side ends the other; what there is to say about it is in the answer that does not come.
    passed.on("error", () => {});
    pipeline(message, passed).catch(() => {});
    try {
      const [answer]: [IncomingMessage] = await (once(passed, "response") as Promise<[IncomingMessage]>);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, responseHeaders(answer.rawHeaders));
      await pipeline(answer, response);
    } catch {
      if (response.headersSent) response.destroy();
      else unavailable(response);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
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

  async #start(): Promise<void> {
    const { gateway, log, program, ...served } = this.#options;
    const { port1, port2: questions } = new MessageChannel();
    answerConsole(port1, gateway);
    const { sessionSecret, environment } = gateway;
    const workerData: ConsoleThreadData = {
      ...served,
      constants: { sessionSecret, environment: { oidc: environment.oidc } },
      questions,
    };
    const worker = new Worker(program ?? join(served.root, "dist/console.mjs"), {
      workerData,
      transferList: [questions],
      name: "console",
    });
    await ready(worker);
    this.#worker = worker;
    this.#pauseMs = FIRST_PAUSE_MS;
    worker.on("error", (error) => log.error("console_failed", { error }));
    worker.once("exit", () => {
      this.#worker = undefined;
      // One that the thread was given in its last moment would not be heard of again.
      for (const connection of this.#connections) connection.destroy();
      this.#restart();
    });
  }

  #restart(): void {
    if (this.#isClosed) return;
    const { log } = this.#options;
    log.error("console_stopped", { next_start_ms: this.#pauseMs });
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#start().catch((error: unknown) => {
        log.error("console_failed", { error });
        this.#restart();
      });
    }, this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** @throws what ended the thread before it was ready */
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

function requestHeaders(message: IncomingMessage): Record<string, string | string[] | undefined> {
  const headers = Object.fromEntries(Object.entries(message.headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
  return { "x-forwarded-for": message.socket.remoteAddress, ...headers, [ASKED_PAGE]: message.url };
}

function responseHeaders(raw: readonly string[]): string[] {
  return raw.flatMap((name, at) =>
    at % 2 === 0 && !OF_THE_CONNECTION.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ""] : [],
  );
}

function unavailable(response: ServerResponse): void {
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "1" });
  response.end("The console is being started again; the API is not concerned.\n");
}
