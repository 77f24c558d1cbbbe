import type { Change } from "./change-notice";
import type { Logger } from "@/lib/log";
import { ROSTER_PREFIX } from "./acknowledgements";
import { ALL_SETTINGS, CHANGES_CHANNEL, decodeNotice, EVERYTHING } from "./change-notice";
import type { Database } from "../database";
import type { FeedState } from "./feed-hearing";
import { createFeedProof, heartbeat } from "./feed-proof";
import { createFeedWatch } from "./feed-watch";
import { openListeningConnection, type Acknowledge, type ListeningConnection } from "./listening-connection";
import { readRequests } from "./one-off-requests";
import { readSettingsStamp } from "./settings-stamp";
import { type Listener, Listeners } from "./listeners";
import { collectReceipts, type Receipt } from "./receipts";

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
  subscribe(listener: Listener): void;
  /**
   * Applies a committed change in this process at once, and gives the other nodes 250 ms to acknowledge it. Only a
   * database that is slow to list the nodes, or a slow listener, makes it take longer: up to 2 s.
   */
  settle(changeId: string, changes: readonly Change[]): Promise<Receipt[]>;
  /** Applies a committed change in this process at once, without a thought of the others. */
  take(changeId: string, changes: readonly Change[]): void;
  close(): Promise<void>;
}

/** PostgreSQL keeps 63 bytes of an application name, and only printable ASCII. */
const NODE_NAME = /^[\x21-\x7e]{1,50}$/;

/**
 * What the feed reports: it hears of changes, after it was in the state `after`; it is deaf; or it has lost its
 * connection.
 */
export type FeedCondition =
  | { readonly state: "connected"; readonly after: FeedState }
  | { readonly state: "deaf" }
  | { readonly state: "disconnected"; readonly error: string; readonly retryMs: number };

interface ChangeFeedOptions {
  readonly database: Database;
  readonly node: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly onCondition?: (condition: FeedCondition) => void;
  /** How long a write waits for the acknowledgements of the other nodes, in milliseconds. Default: 250. */
  readonly acknowledgeWithinMs?: number;
}

/**
 * The change feed of one process: receives every committed change of this database, passes it to its listeners and
 * acknowledges it. A node is live while pg_stat_activity lists its dedicated connection as `gateway-node NODE`. `node`
 * must be unique among the processes of a database. The feeds of a database share one heartbeat: whichever has heard
 * none for a while sends a notice over its ordinary pool. A feed counts as connected only while it hears them; while it
 * does not, it lets its listeners read settings and prices again about every second. Resolves once it is known whether
 * the feed hears.
 * @throws RangeError when `node` is not 1 to 50 printable ASCII characters
 */
export async function createChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  const { database, node, log, now, onCondition, acknowledgeWithinMs } = options;
  checkNodeName(node);
  const listeners = new Listeners(log);
  // Requests from before this process began do not concern its calls and keys.
  for (const { id } of await openRequests(database)) listeners.skip(id);
  let state: FeedState = "disconnected";
  let heardUntil = 0;
  let others = 0;
  /** The stamp of the settings that were read last while the feed does not hear. */
  let stamp: string | undefined;
  let connection: ListeningConnection | undefined = undefined;
  const proof = createFeedProof((payload) => database.pool.query(heartbeat(payload)));
  const watch = createFeedWatch({ proof, now, onState, renew: () => connection?.renew(), reread });

  function onState(next: FeedState): void {
    const before = state;
    stamp = undefined;
    if (before === "connected") heardUntil = next === "deaf" ? watch.provenAt : (connection?.lastHeardAt ?? 0);
    // Notices may have been missed, so anything may have changed. Listeners learn of it before the feed counts as
    // connected.
    if (next === "connected") void listeners.tell(EVERYTHING).then(applyRequests);
    state = next;
    if (next !== "disconnected") onCondition?.(next === "deaf" ? { state: next } : { state: next, after: before });
  }

  /** Applies the recent one-off requests that this node has not applied yet. */
  async function applyRequests(): Promise<void> {
    for (const { id, changes } of await openRequests(database)) await listeners.apply(id, changes);
  }

  async function reread(): Promise<void> {
    await applyRequests();
    const read = await readSettingsStamp(database).catch(() => undefined); // the database is away: nothing can change
    if (read === undefined || read === stamp || state === "connected") return;
    if (await listeners.tell(ALL_SETTINGS)) stamp = read;
  }

  connection = await openListeningConnection({
    url: database.directUrl,
    applicationName: ROSTER_PREFIX + node,
    channels: [CHANGES_CHANNEL, proof.channel],
    now,
    onLine(event) {
      if (event.connected) return watch.made();
      watch.lost();
      onCondition?.({ state: "disconnected", error: event.error, retryMs: event.retryMs });
    },
    onNotification(channel, payload, acknowledge) {
      if (channel === CHANGES_CHANNEL) void hear(payload, acknowledge);
      else if (!proof.hear(payload)) watch.heardOthers();
    },
  });
  await watch.firstVerdict();

  async function hear(payload: string, acknowledge: Acknowledge): Promise<void> {
    const notice = decodeNotice(payload);
    if (!notice) return log.warn("change_feed.foreign_payload", { channel: CHANGES_CHANNEL });
    const taken = await listeners.apply(notice.id, notice.changes);
    if (taken && notice.node !== node && notice.unacknowledged !== true) acknowledge(notice.id);
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
    subscribe: (listener) => listeners.add(listener),
    async settle(changeId, changes) {
      if (changes.length === 0) return [];
      const take = () => listeners.apply(changeId, changes);
      const receipts = await collectReceipts({ database, node, now, acknowledgeWithinMs, others }, changeId, take);
      others = receipts.length - 1;
      return receipts;
    },
    take: (changeId, changes) => void listeners.apply(changeId, changes),
    close() {
      watch.close();
      return connection?.close() ?? Promise.resolve();
    },
  };
}

function checkNodeName(name: string): void {
  if (!NODE_NAME.test(name))
    throw new RangeError(`The node name "${name}" must be 1 to 50 printable ASCII characters without spaces`);
}

async function openRequests(database: Database): ReturnType<typeof readRequests> {
  return readRequests(database).catch(() => []); // the database is away, so there are no new requests
}
