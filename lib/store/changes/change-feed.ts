import { LRUCache } from "lru-cache";
import { messageOf } from "@/lib/error-message";
import type { Change } from "./change-notice";
import type { Logger } from "@/lib/log";
import {
  ACKNOWLEDGEMENTS_CHANNEL,
  ALL_SETTINGS,
  CHANGES_CHANNEL,
  decodeAcknowledgement,
  decodeNotice,
  encodeAcknowledgement,
  EVERYTHING,
} from "./change-notice";
import type { Database } from "../database";
import { bounded } from "@/lib/time/io/deadline";
import type { FeedState } from "./feed-hearing";
import { createFeedProof } from "./feed-proof";
import { createFeedWatch } from "./feed-watch";
import { openListeningConnection, type ListeningConnection, type Reply } from "./listening-connection";
import { readRequests } from "./one-off-requests";
import { readSettingsStamp } from "./settings-stamp";

/** One node's acknowledgement of a change, with the milliseconds it took; null: none came within 250 ms. */
export interface Receipt {
  readonly node: string;
  readonly acknowledged_ms: number | null;
}

export interface ChangeFeed {
  /** This process, as receipts name it. */
  readonly node: string;
  readonly state: FeedState;
  /** Whether this process hears of changes: `state` is "connected". */
  readonly connected: boolean;
  /**
   * The last moment at which this process was known to hear of changes; it missed no notice before. Milliseconds since
   * the epoch.
   */
  readonly lastHeardAt: number;
  /** Calls the listener for each change, this process's own included, before the change is acknowledged. */
  subscribe(listener: (change: Change) => void | Promise<void>): void;
  /**
   * Applies a committed change in this process at once, and gives the other nodes 250 ms to acknowledge it. Only a
   * database that is slow to list the nodes, or a slow listener, makes it take longer: up to 2 s.
   */
  settle(changeId: string, changes: readonly Change[]): Promise<Receipt[]>;
  close(): Promise<void>;
}

/** How long a write waits for the acknowledgements of the other nodes. */
const ACKNOWLEDGEMENT_WAIT_MS = 250;
/** How long a write waits for the list of the nodes. */
const ROSTER_WAIT_MS = 2_000;
/** A listener that takes longer counts as failed, and the write stops waiting for it. */
const APPLY_DEADLINE_MS = 2_000;
const ROSTER_PREFIX = "gateway-node ";
/** PostgreSQL keeps 63 bytes of an application name, and only printable ASCII. */
const NODE_NAME = /^[\x21-\x7e]{1,50}$/;
const REMEMBERED_CHANGES = 1_000;

/**
 * What the feed reports: it hears of changes, after it was in the state `after`; it is deaf; or it has lost its
 * connection.
 */
export type FeedCondition =
  | { readonly state: "connected"; readonly after: FeedState }
  | { readonly state: "deaf" }
  | { readonly state: "disconnected"; readonly error: string; readonly retryMs: number };

type Listener = (change: Change) => void | Promise<void>;

/**
 * The change feed of one process: receives every committed change of this database, passes it to its listeners and
 * acknowledges it. A node is live while pg_stat_activity lists its dedicated connection as `gateway-node NODE`. `node`
 * must be unique among the processes of a database. The feed sends itself notices over the ordinary pool and counts as
 * connected only while it hears them. While it hears none, it lets its listeners read settings and prices again about
 * every second. Resolves once it is known whether the feed hears.
 * @throws RangeError when `node` is not 1 to 50 printable ASCII characters
 */
export async function createChangeFeed(options: {
  readonly database: Database;
  readonly node: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly onCondition?: (condition: FeedCondition) => void;
}): Promise<ChangeFeed> {
  const { database, node, log, now, onCondition } = options;
  if (!NODE_NAME.test(node))
    throw new RangeError(`The node name "${node}" must be 1 to 50 printable ASCII characters without spaces`);
  const listeners: Listener[] = [];
  /** By change id. A change is applied once, whether its notice or `settle` comes first. */
  const applied = new LRUCache<string, Promise<boolean>>({ max: REMEMBERED_CHANGES });
  /** By change id: acknowledgements may arrive before `settle` is called. */
  const acknowledgements = new LRUCache<string, Acknowledgements>({ max: REMEMBERED_CHANGES });

  function apply(changeId: string, changes: readonly Change[]): Promise<boolean> {
    return remembered(applied, changeId, () => tell(listeners, changes, log));
  }

  // Requests from before this process began do not concern its calls and keys.
  for (const { id } of await openRequests()) applied.set(id, Promise.resolve(true));
  let state: FeedState = "disconnected";
  let heardUntil = 0;
  /** The stamp of the settings that were read last while the feed does not hear. */
  let stamp: string | undefined;
  let connection: ListeningConnection | undefined = undefined;
  const proof = createFeedProof(database);
  const watch = createFeedWatch({ proof, now, onState, renew: () => connection?.renew(), reread });

  function onState(next: FeedState): void {
    const before = state;
    stamp = undefined;
    if (before === "connected") heardUntil = next === "deaf" ? watch.provenAt : (connection?.lastHeardAt ?? 0);
    // Notices may have been missed, so anything may have changed. Listeners learn of it before the feed counts as
    // connected.
    if (next === "connected") void tell(listeners, EVERYTHING, log).then(applyRequests);
    state = next;
    if (next === "connected") onCondition?.({ state: next, after: before });
    if (next === "deaf") onCondition?.({ state: next });
  }

  /** Applies the recent one-off requests that this node has not applied yet. */
  async function applyRequests(): Promise<void> {
    for (const { id, changes } of await openRequests()) await apply(id, changes);
  }

  function openRequests(): ReturnType<typeof readRequests> {
    return readRequests(database).catch(() => []); // the database is away, so there are no new requests
  }

  async function reread(): Promise<void> {
    await applyRequests();
    const read = await readSettingsStamp(database).catch(() => undefined); // the database is away: nothing can change
    if (read === undefined || read === stamp || state === "connected") return;
    if (await tell(listeners, ALL_SETTINGS, log)) stamp = read;
  }

  connection = await openListeningConnection({
    url: database.directUrl,
    applicationName: ROSTER_PREFIX + node,
    channels: [CHANGES_CHANNEL, ACKNOWLEDGEMENTS_CHANNEL, proof.channel],
    now,
    onLine(event) {
      if (event.connected) return watch.made();
      watch.lost();
      onCondition?.({ state: "disconnected", error: event.error, retryMs: event.retryMs });
    },
    onNotification(channel, payload, reply) {
      if (channel === CHANGES_CHANNEL) void hear(payload, reply);
      else if (channel === proof.channel) proof.hear(payload);
      else hearAcknowledgement(payload);
    },
  });
  await watch.firstVerdict();

  async function hear(payload: string, reply: Reply): Promise<void> {
    const notice = decodeNotice(payload);
    if (!notice) return log.warn("change_feed.foreign_payload", { channel: CHANGES_CHANNEL });
    const taken = await apply(notice.id, notice.changes);
    if (!taken || notice.node === node) return;
    reply(ACKNOWLEDGEMENTS_CHANNEL, encodeAcknowledgement({ id: notice.id, to: notice.node, node }));
  }

  function hearAcknowledgement(payload: string): void {
    const acknowledgement = decodeAcknowledgement(payload);
    if (acknowledgement?.to !== node) return;
    remembered(acknowledgements, acknowledgement.id, () => new Acknowledgements()).add(acknowledgement.node, now());
  }

  return {
    node,
    get state() {
      return state;
    },
    get connected() {
      return state === "connected";
    },
    get lastHeardAt() {
      return state === "connected" ? (connection?.lastHeardAt ?? 0) : heardUntil;
    },
    subscribe(listener) {
      listeners.push(listener);
    },
    async settle(changeId, changes) {
      if (changes.length === 0) return [];
      const startedAt = now();
      const heard = remembered(acknowledgements, changeId, () => new Acknowledgements());
      const own = apply(changeId, changes).then((taken) => receipt(node, taken ? now() : undefined, startedAt));
      const others = awaitOthers(database, node, heard, state === "connected").then((names) =>
        names.map((name) => receipt(name, heard.at(name), startedAt)),
      );
      const receipts = [await own, ...(await others)];
      acknowledgements.delete(changeId);
      return receipts;
    },
    close() {
      watch.close();
      return connection?.close() ?? Promise.resolve();
    },
  };
}

/** The nodes that have acknowledged one change, with the time of each. */
class Acknowledgements {
  readonly #times = new Map<string, number>();
  #notify: (() => void) | undefined;

  add(node: string, time: number): void {
    this.#times.set(node, time);
    this.#notify?.();
  }
  at(node: string): number | undefined {
    return this.#times.get(node);
  }
  get nodes(): string[] {
    return [...this.#times.keys()].sort();
  }
  /** Resolves once all these nodes have acknowledged. */
  complete(nodes: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      this.#notify = () => {
        if (nodes.every((node) => this.#times.has(node))) resolve();
      };
      this.#notify();
    });
  }
}

/**
 * The names of the other nodes of this database, once all have acknowledged or the wait is over. A busy database may
 * take longer to list the nodes than they take to acknowledge, so listing them has a longer wait of its own: a node
 * that is missing from the receipts looks like one that does not exist.
 */
async function awaitOthers(
  database: Database,
  node: string,
  heard: Acknowledgements,
  connected: boolean,
): Promise<string[]> {
  const roster = readRoster(database, node);
  // A feed that does not hear changes hears no acknowledgements either, so it does not wait for any.
  const complete = connected ? roster.then((names) => heard.complete(names)) : roster;
  const acknowledged = bounded(
    complete.then(() => {}).catch(() => {}),
    ACKNOWLEDGEMENT_WAIT_MS,
  );
  // Without the database, the nodes that have acknowledged are the only ones known.
  const names = await bounded(
    roster.catch(() => undefined),
    ROSTER_WAIT_MS,
  );
  await acknowledged;
  return names ?? heard.nodes;
}

async function readRoster(database: Database, node: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT DISTINCT substr(application_name, $1) AS name FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, $2) AND application_name <> $3 ORDER BY name`,
    [ROSTER_PREFIX.length + 1, ROSTER_PREFIX, ROSTER_PREFIX + node],
  );
  return rows.map((row) => row.name);
}

/**
 * Passes every change to every listener; true when all of them succeed. Listeners that only drop cache entries do so at
 * once.
 */
async function tell(listeners: readonly Listener[], changes: readonly Change[], log: Logger): Promise<boolean> {
  const outcomes = listeners.flatMap((listener) =>
    changes.map(async (change) => {
      try {
        await listener(change);
        return true;
      } catch (error) {
        log.error("change_feed.listener_failed", {
          entity: change.entity,
          error: messageOf(error),
        });
        return false;
      }
    }),
  );
  const all = Promise.all(outcomes).then((taken) => taken.every(Boolean));
  return (await bounded(all, APPLY_DEADLINE_MS)) ?? false;
}

function receipt(node: string, acknowledgedAt: number | undefined, startedAt: number): Receipt {
  return { node, acknowledged_ms: acknowledgedAt === undefined ? null : Math.max(0, acknowledgedAt - startedAt) };
}

/** The cached value of a key, made on first use. */
function remembered<Value extends object>(cache: LRUCache<string, Value>, key: string, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
