import { messageOf } from "@/lib/error-message";
import { Socket } from "node:net";
import pg from "pg";
import { withDeadline } from "@/lib/time/io/deadline";
import { createWorkQueue } from "@/lib/async/work-queue";
import { Acknowledger } from "./acknowledgements";

/** The interval and the deadline together notice a silently dead connection within a second. */
const HEARTBEAT_INTERVAL_MS = 400;
const HEARTBEAT_DEADLINE_MS = 500;
const CONNECT_DEADLINE_MS = 2_000;
const HEARTBEAT: pg.QueryConfig = { text: "SELECT 1" };
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1_000;

export interface ListeningConnection {
  readonly connected: boolean;
  /** When the last heartbeat that the database answered was sent, in milliseconds since the epoch. */
  readonly lastHeardAt: number;
  /** Drops the connection and makes it again at once. It is not reported as lost. */
  renew(): void;
  close(): Promise<void>;
}

/** A connection was made; or one was lost or could not be made, and is tried again after `retryMs`. */
export type LineEvent =
  | { readonly connected: true }
  | { readonly connected: false; readonly error: string; readonly retryMs: number };

/** Acknowledges a change over the connection on which its notice arrived. */
export type Acknowledge = (changeId: string) => void;

interface ListeningOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly channels: readonly string[];
  readonly now: () => number;
  readonly onNotification: (channel: string, payload: string, acknowledge: Acknowledge) => void;
  /** Called when a connection is made and LISTEN is in force, and when one is lost or cannot be made. */
  readonly onLine: (event: LineEvent) => void;
}

/**
 * Keeps one connection that LISTENs. A heartbeat notices when it is dead, and it is made again after growing pauses.
 * Resolves after the first attempt, even if that failed.
 */
export async function openListeningConnection(options: ListeningOptions): Promise<ListeningConnection> {
  let line: Line | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let lastHeardAt = 0;
  let closed = false;

  async function connect(): Promise<void> {
    const candidate = new Line(options);
    try {
      await withDeadline(candidate.listen(options.channels, options.applicationName), CONNECT_DEADLINE_MS, tooLate);
      if (closed) return candidate.discard();
      lastHeardAt = options.now();
      line = candidate;
      options.onLine({ connected: true });
      retryMs = FIRST_RETRY_MS;
      void candidate.failed.then((error) => lose(candidate, error));
      timer = setTimeout(() => void heartbeat(candidate), HEARTBEAT_INTERVAL_MS);
    } catch (error) {
      candidate.discard();
      retryLater(error);
    }
  }

  async function heartbeat(current: Line): Promise<void> {
    const askedAt = options.now();
    try {
      await withDeadline(current.ask(HEARTBEAT), HEARTBEAT_DEADLINE_MS, tooLate);
      if (line !== current) return;
      lastHeardAt = askedAt;
      timer = setTimeout(() => void heartbeat(current), HEARTBEAT_INTERVAL_MS);
    } catch (error) {
      lose(current, error);
    }
  }

  function lose(lost: Line, error: unknown): void {
    if (line !== lost) return;
    line = undefined;
    clearTimeout(timer);
    lost.discard();
    retryLater(error);
  }

  function retryLater(error: unknown): void {
    if (closed) return;
    options.onLine({ connected: false, error: messageOf(error), retryMs });
    timer = setTimeout(() => void connect(), retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  await connect();
  return {
    get connected() {
      return line !== undefined;
    },
    get lastHeardAt() {
      return lastHeardAt;
    },
    renew() {
      const old = line;
      if (old === undefined) return;
      line = undefined;
      clearTimeout(timer);
      old.discard();
      void connect();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const current = line;
      line = undefined;
      await current?.end();
    },
  };
}

/** One connection that owns its socket, so that it can be dropped even when the server no longer answers. */
class Line {
  readonly #socket = new Socket();
  readonly #client: pg.Client;
  readonly #inTurn = createWorkQueue();
  readonly #acknowledger = new Acknowledger((statement) => this.ask(statement));
  /** Resolves with the reason when the connection breaks or ends. */
  readonly failed: Promise<unknown>;

  constructor(options: ListeningOptions) {
    const client = new pg.Client({ connectionString: options.url, stream: () => this.#socket, keepAlive: true });
    const acknowledge: Acknowledge = (changeId) => this.#acknowledger.acknowledge(changeId);
    client.on("notification", ({ channel, payload }) => options.onNotification(channel, payload ?? "", acknowledge));
    this.#client = client;
    this.failed = new Promise((resolve) => {
      client.on("error", resolve);
      client.on("end", () => resolve(new Error("The connection ended")));
    });
  }

  /** Sets application_name last, because other nodes take the name to mean that this node already listens. */
  async listen(channels: readonly string[], applicationName: string): Promise<void> {
    await this.#client.connect();
    for (const channel of channels) await this.ask({ text: `LISTEN ${pg.escapeIdentifier(channel)}` });
    await this.ask({ text: "SELECT set_config('application_name', $1, false)", values: [applicationName] });
  }

  /** Sends statements one after the other, as pg requires. */
  ask(statement: pg.QueryConfig): Promise<unknown> {
    return this.#inTurn(() => this.#client.query(statement));
  }

  discard(): void {
    this.#acknowledger.close();
    this.#socket.destroy();
  }

  async end(): Promise<void> {
    this.#acknowledger.close();
    await withDeadline(this.#client.end(), HEARTBEAT_DEADLINE_MS, tooLate).catch(() => this.discard());
  }
}

function tooLate(message: string): Error {
  return new Error(message);
}
