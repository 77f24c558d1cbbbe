import { LRUCache } from "lru-cache";
import { decodeAcknowledgement } from "./change-notice";
import type { Database } from "../database";
import { bounded } from "@/lib/time/io/deadline";

/** One node's acknowledgement of a change, with the milliseconds it took; null: none came within 250 ms. */
export interface Receipt {
  readonly node: string;
  readonly acknowledged_ms: number | null;
}

/** How long a write waits for the acknowledgements of the other nodes. */
const ACKNOWLEDGEMENT_WAIT_MS = 250;
/** How long a write waits for the list of the nodes. */
const ROSTER_WAIT_MS = 2_000;
/** The beginning of the application name of every node's dedicated connection. */
export const ROSTER_PREFIX = "gateway-node ";
/** How many changes are remembered, which may be applied or acknowledged again. */
export const REMEMBERED_CHANGES = 1_000;

interface ReceiptsOptions {
  readonly database: Database;
  readonly node: string;
  readonly now: () => number;
  /** How long a write waits for the acknowledgements of the other nodes, in milliseconds. */
  readonly acknowledgeWithinMs: number | undefined;
}

/** The acknowledgements of the changes that this node makes. */
export class Receipts {
  readonly #feed: ReceiptsOptions;
  /** By change id: acknowledgements may arrive before they are collected. */
  readonly #acknowledgements = new LRUCache<string, Acknowledgements>({ max: REMEMBERED_CHANGES });

  constructor(feed: ReceiptsOptions) {
    this.#feed = feed;
  }

  hear(payload: string): void {
    const { node, now } = this.#feed;
    const acknowledgement = decodeAcknowledgement(payload);
    if (acknowledgement?.to === node) this.#of(acknowledgement.id).add(acknowledgement.node, now());
  }

  /**
   * `take`: applies the change here and tells whether that succeeded. `connected`: whether the feed hears
   * acknowledgements.
   */
  async collect(changeId: string, take: () => Promise<boolean>, connected: boolean): Promise<Receipt[]> {
    const { database, node, now, acknowledgeWithinMs: withinMs = ACKNOWLEDGEMENT_WAIT_MS } = this.#feed;
    const startedAt = now();
    const heard = this.#of(changeId);
    const ownReceipt = take().then((taken) => receipt(node, taken ? now() : undefined, startedAt));
    const others = awaitOthers(database, node, heard, { connected, withinMs }).then((names) =>
      names.map((name) => receipt(name, heard.at(name), startedAt)),
    );
    const receipts = [await ownReceipt, ...(await others)];
    this.#acknowledgements.delete(changeId);
    return receipts;
  }

  #of(changeId: string): Acknowledgements {
    let known = this.#acknowledgements.get(changeId);
    if (!known) this.#acknowledgements.set(changeId, (known = new Acknowledgements()));
    return known;
  }
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
  { connected, withinMs }: { readonly connected: boolean; readonly withinMs: number },
): Promise<string[]> {
  const roster = readRoster(database, node);
  // A feed that does not hear changes hears no acknowledgements either, so it does not wait for any.
  const complete = connected ? roster.then((names) => heard.complete(names)) : roster;
  const acknowledged = bounded(
    complete.then(() => {}).catch(() => {}),
    withinMs,
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

function receipt(node: string, acknowledgedAt: number | undefined, startedAt: number): Receipt {
  return { node, acknowledged_ms: acknowledgedAt === undefined ? null : Math.max(0, acknowledgedAt - startedAt) };
}
