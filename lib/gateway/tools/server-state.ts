import { ListenerSet } from "@/lib/async/listener-set";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { GatewayError } from "@/lib/errors";
import type { Era } from "@/lib/mcp/protocol";
import { RunningRequests } from "./running-requests";
import { ToolLists } from "./tool-list";

/** A session at a server of the legacy era. */
export interface ServerSession {
  /** Undefined: the server keeps none. */
  readonly id: string | undefined;
  readonly version: string;
  /** When it was last used, in milliseconds since the epoch. */
  usedAt: number;
}

/** A question how a server speaks. */
export interface AskedEra {
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly answer: Promise<Era>;
  /** The answer, once it has come. */
  known?: Era;
}

const MINUTE_MS = 60_000;
const MOST_ENDED = 1_000;

/** Whether a server answers, as this process has seen it last. */
interface ServerHealth {
  /** Since when, in milliseconds since the epoch. */
  readonly since: number;
  /** Why it does not answer; undefined: it does. */
  readonly reason: string | undefined;
}

/** What this process knows about one server. It is forgotten when the server's settings change. */
export class ServerState {
  /** How the server speaks, once somebody has asked; undefined: nobody has, or the answer may be wrong. */
  era: AskedEra | undefined;
  /** The version of the protocol that was last spoken with it. */
  version: string | undefined;
  #health: ServerHealth | undefined;
  /** By the caller whose session it is. */
  readonly sessions = new Map<string, Promise<ServerSession>>();
  readonly lists = new ToolLists();
  /** Sessions in ids of callers that the server has ended. Nobody can take them out of the ids. */
  readonly #ended = new Set<string>();
  #running = 0;
  #minute = 0;
  #requests = 0;

  constructor(
    readonly server: McpServer,
    readonly now: () => number,
  ) {}

  /** Undefined: nobody has asked it yet. */
  get health(): ServerHealth | undefined {
    return this.#health;
  }

  /** Notes whether the server answers. `reason`: why it does not. */
  note(reason?: string): void {
    const before = this.#health;
    const isAsBefore = before !== undefined && (before.reason === undefined) === (reason === undefined);
    this.#health = { since: isAsBefore ? before.since : this.now(), reason };
  }

  /** Notes that the server knows a session no more that an id of a caller names. */
  endSession(id: string): void {
    for (const oldest of this.#ended) {
      if (this.#ended.size < MOST_ENDED) break;
      this.#ended.delete(oldest);
    }
    this.#ended.add(id);
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id);
  }

  /**
   * Takes one of the server's requests, until the returned function is called. @throws GatewayError rate_limit_exceeded
   */
  enter(): () => void {
    const { mcp_rpm_limit: perMinute, max_parallel_requests: atOnce, name } = this.server;
    const minute = Math.floor(this.now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#requests = 0;
    }
    if (atOnce !== undefined && this.#running >= atOnce)
      throw busy(`The server ${JSON.stringify(name)} has reached its limit of parallel requests.`, 1);
    if (perMinute !== undefined && this.#requests >= perMinute)
      throw busy(
        `The server ${JSON.stringify(name)} has reached its limit of requests in this minute.`,
        Math.ceil(((minute + 1) * MINUTE_MS - this.now()) / 1000),
      );
    this.#running++;
    this.#requests++;
    let isOver = false;
    return () => {
      if (!isOver) this.#running--;
      isOver = true;
    };
  }
}

function busy(message: string, seconds: number): GatewayError {
  return new GatewayError("rate_limit_exceeded", message, { headers: { "retry-after": String(Math.max(1, seconds)) } });
}

/** The states of all servers, by the settings that they were made for. */
export class ServerStates {
  readonly #states = new WeakMap<McpServer, ServerState>();
  readonly running = new RunningRequests();
  /** Callers who listen, and must look again when anything changes that decides what they see. */
  readonly changes = new ListenerSet();

  /** `now`: milliseconds since the epoch. */
  constructor(readonly now: () => number) {}

  of(server: McpServer): ServerState {
    let state = this.#states.get(server);
    if (!state) this.#states.set(server, (state = new ServerState(server, this.now)));
    return state;
  }
}
