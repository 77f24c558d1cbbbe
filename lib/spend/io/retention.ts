import { messageOf } from "@/lib/error-message";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@/lib/log";
import { startPruner } from "@/lib/time/io/pruner";
import { DAY_MS } from "@/lib/time/period";
import { pruneCalls, raisePrunedBefore } from "@/lib/store/calls/call-pruning";
import { pruneNewNames } from "@/lib/store/calls/new-names";
import type { Database } from "@/lib/store/database";
import { pruneBudgetNotices } from "@/lib/store/spend/budget-notices";

export interface RetentionOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** `call_retention_days`; undefined: calls are never deleted. */
  readonly days: () => number | undefined;
}

/** Deletes calls that are older than `call_retention_days`; their totals stay. */
export interface Retention {
  /** Deletes every call that is too old, unless another process is doing so. Resolves to the number of deleted calls. */
  prune(): Promise<number>;
  close(): Promise<void>;
}

/** How long the database is left to the calls between two batches. */
const PAUSE_MS = 20;

/** Prunes soon after the start and then every hour. */
export function startRetention({ database, log, now, days }: RetentionOptions): Retention {
  async function prune(signal?: AbortSignal): Promise<number> {
    const kept = days();
    if (kept === undefined) return 0;
    await raisePrunedBefore(database, firstKeptDay(now(), kept));
    let total = 0;
    for (;;) {
      const pruned = await pruneCalls(database);
      if (!pruned) break;
      total += pruned;
      if (signal?.aborted) break;
      await pause(PAUSE_MS);
    }
    if (total > 0) log.info("calls_pruned", { calls: total, kept_days: kept });
    return total;
  }

  async function pruneAll(signal: AbortSignal): Promise<void> {
    await pruneNewNames(database, now());
    await pruneBudgetNotices(database, now());
    await prune(signal);
  }

  const pruner = startPruner({
    prune: pruneAll,
    onFailure: (error) => log.warn("calls_not_pruned", { error: messageOf(error) }),
  });
  return { prune: () => prune(), close: () => pruner.close() };
}

/** The UTC midnight, in milliseconds since the epoch, from which on calls are kept: `days` before today's. */
function firstKeptDay(at: number, days: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS - days * DAY_MS;
}
