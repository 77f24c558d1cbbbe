import { messageOf } from "@/lib/error-message";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@/lib/log";
import { DAY_MS } from "@/lib/time/period";
import { pruneCalls, raisePrunedBefore } from "@/lib/store/calls/call-pruning";
import type { Database } from "@/lib/store/database";

export interface RetentionOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** `call_retention_days`; undefined: calls are kept for good. */
  readonly days: () => number | undefined;
}

/** Deletes single calls once they are older than they are to be kept. */
export interface Retention {
  /** One round: everything that is too old, unless another process is at it. Answers how many calls it deleted. */
  prune(): Promise<number>;
  close(): Promise<void>;
}

/** A start has more urgent things to do. */
const FIRST_AFTER_MS = 60_000;
const INTERVAL_MS = 3_600_000;
/** Between batches the database belongs to the calls. */
const PAUSE_MS = 20;

/** Prunes now and then, soon after the start and then every hour. */
export function startRetention({ database, log, now, days }: RetentionOptions): Retention {
  const stopping = new AbortController();
  let round: Promise<number> = Promise.resolve(0);

  async function prune(): Promise<number> {
    const kept = days();
    if (kept === undefined) return 0;
    await raisePrunedBefore(database, firstKeptDay(now(), kept));
    let total = 0;
    for (;;) {
      const pruned = await pruneCalls(database);
      if (!pruned) break;
      total += pruned;
      if (stopping.signal.aborted) break;
      await pause(PAUSE_MS);
    }
    if (total > 0) log.info("calls_pruned", { calls: total, kept_days: kept });
    return total;
  }

  const begin = (): void => {
    round = round.then(prune).catch((error: unknown) => {
      log.warn("calls_not_pruned", { error: messageOf(error) });
      return 0;
    });
  };
  const first = setTimeout(begin, FIRST_AFTER_MS).unref();
  const timer = setInterval(begin, INTERVAL_MS).unref();

  return {
    prune,
    async close() {
      clearTimeout(first);
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}

/** The UTC midnight from which on calls are kept whole, so many days back. */
function firstKeptDay(at: number, days: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS - days * DAY_MS;
}
