import { setTimeout as pause } from "node:timers/promises";
import { bounded } from "@/lib/time/io/deadline";
import type { Database } from "../database";
import { type NodeAnswer, readAcknowledgements } from "./acknowledgements";

/** One node's acknowledgement of a change, with the milliseconds it took; null: none came within 250 ms. */
export interface Receipt {
  readonly node: string;
  readonly acknowledged_ms: number | null;
}

/** How long a write waits for the acknowledgements of the other nodes. */
const ACKNOWLEDGEMENT_WAIT_MS = 250;
/**
 * How long a write waits for the list of the nodes. A busy database may take longer to list them than they take to
 * acknowledge, and a node that is missing from the receipts looks like one that does not exist.
 */
const ROSTER_WAIT_MS = 2_000;
/** The pause before acknowledgements are looked for again. It doubles each time. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;
/** Many nodes take longer to acknowledge, and looking for their answers costs the database more. */
const PAUSE_PER_NODE_MS = 0.2;

interface ReceiptsOptions {
  readonly database: Database;
  readonly node: string;
  readonly now: () => number;
  /** How long a write waits for the acknowledgements of the other nodes, in milliseconds. */
  readonly acknowledgeWithinMs: number | undefined;
  /** How many other nodes there were at the last change. They need a moment, so they are not asked at once. */
  readonly others: number;
}

/**
 * The receipts of a change that this node has made and announced. `take`: applies the change here and tells whether
 * that succeeded.
 */
export async function collectReceipts(
  options: ReceiptsOptions,
  changeId: string,
  take: () => Promise<boolean>,
): Promise<Receipt[]> {
  const startedAt = options.now();
  const own = take().then((taken) => receipt(options.node, taken ? options.now() : undefined, startedAt));
  const others = awaitOthers(options, changeId, startedAt);
  return [await own, ...(await others)];
}

/** The receipts of the other nodes of this database, once all have acknowledged or the wait is over. */
async function awaitOthers(
  { database, node, now, acknowledgeWithinMs = ACKNOWLEDGEMENT_WAIT_MS, others }: ReceiptsOptions,
  changeId: string,
  startedAt: number,
): Promise<Receipt[]> {
  const deadline = performance.now() + acknowledgeWithinMs;
  const acknowledged = new Map<string, number>();
  let names: string[] = [];
  let look = 0;
  if (others > 0) await pause(Math.min(pauseBeforeLook(look++, others), acknowledgeWithinMs));
  for (;;) {
    const answers = await lookForAnswers(database, node, changeId);
    // Without the database, the nodes of the last list are the only ones known.
    if (answers) names = answers.map(({ name }) => name);
    for (const answer of answers ?? [])
      if (answer.acknowledged && !acknowledged.has(answer.name)) acknowledged.set(answer.name, now());
    const leftMs = deadline - performance.now();
    if (!answers || leftMs <= 0 || names.every((name) => acknowledged.has(name)))
      return names.map((name) => receipt(name, acknowledged.get(name), startedAt));
    await pause(Math.min(pauseBeforeLook(look++, names.length), leftMs));
  }
}

/** Milliseconds before the nodes are looked at again. `look`: how many pauses there were. */
export function pauseBeforeLook(look: number, nodes: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS * 2 ** look, nodes * PAUSE_PER_NODE_MS));
}

/** Undefined: the database does not answer. */
function lookForAnswers(database: Database, node: string, changeId: string): Promise<NodeAnswer[] | undefined> {
  return bounded(
    readAcknowledgements(database, node, changeId).catch(() => undefined),
    ROSTER_WAIT_MS,
  );
}

function receipt(node: string, acknowledgedAt: number | undefined, startedAt: number): Receipt {
  return { node, acknowledged_ms: acknowledgedAt === undefined ? null : Math.max(0, acknowledgedAt - startedAt) };
}
