import { messageOf } from "@/lib/error-message";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@/lib/log";
import { startPruner } from "@/lib/time/io/pruner";
import { DAY_MS } from "@/lib/time/period";
import {
  dropOldMonths,
  pruneFirstMonths,
  pruneSupersededPrices,
  raisePrunedBefore,
} from "@/lib/store/calls/call-pruning";
import { pruneNewNames } from "@/lib/store/calls/new-names";
import type { Database } from "@/lib/store/database";
import { monthsAhead } from "@/lib/store/partitions/months";
import { makePartitions } from "@/lib/store/partitions/partitions";
import { pruneAlerts } from "@/lib/store/alerts/alerts";
import { pruneCooldowns } from "@/lib/store/record/cooldowns";
import { pruneTrafficMinutes } from "@/lib/store/record/traffic-minutes";
import { pruneBudgetNotices } from "@/lib/store/spend/budget-notices";

export interface RetentionOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clock by which rows grow too old, in milliseconds since the epoch; see `pruningClock`. Default: `now`. */
  readonly agedBy?: () => Promise<number>;
  /** `call_retention_days`; undefined: calls are never deleted. */
  readonly days: () => number | undefined;
}

/** What a round of pruning has removed. */
export interface Pruned {
  /** Calls that were deleted one by one, from the partition that holds many months. */
  readonly calls: number;
  /** Partitions that were dropped whole. */
  readonly partitions: readonly string[];
}

/**
 * Calls that are older than `call_retention_days` are no longer shown from the first round on, and are deleted with
 * their month once they have arrived at every sink; their totals stay. The partitions of the coming months are made.
 */
export interface Retention {
  /**
   * Deletes every call that may be deleted, unless another process is doing so. It begins when the first partitions
   * ahead are made, so that the two do not wait for each other's locks.
   */
  prune(): Promise<Pruned>;
  close(): Promise<void>;
}

/** How long a pause between two batches leaves the database to the calls, in milliseconds. */
const PAUSE_MS = 20;

/** Prunes calls, and other rows that are too old, soon after the start and then every hour. */
export function startRetention(options: RetentionOptions): Retention {
  const { database, log, now, agedBy = async () => now(), days } = options;

  async function prune(signal?: AbortSignal): Promise<Pruned> {
    const kept = days();
    if (kept === undefined) return { calls: 0, partitions: [] };
    await raisePrunedBefore(database, firstKeptDay(await agedBy(), kept));
    const partitions = await dropOldMonths(database);
    let total = 0;
    for (;;) {
      const pruned = await pruneFirstMonths(database);
      if (!pruned) break;
      total += pruned;
      if (signal?.aborted) break;
      await pause(PAUSE_MS);
    }
    if (total > 0 || partitions.length > 0) log.info("calls_pruned", { calls: total, partitions, kept_days: kept });
    return { calls: total, partitions };
  }

  async function makeAhead(): Promise<void> {
    const made = await makePartitions(database, "calls", monthsAhead(now()));
    if (made.length > 0) log.info("partitions_made", { partitions: made });
  }

  async function pruneAll(signal: AbortSignal): Promise<void> {
    await makeAhead();
    const at = await agedBy();
    await pruneNewNames(database, at);
    await pruneBudgetNotices(database, at);
    await pruneTrafficMinutes(database, at);
    await pruneCooldowns(database, at);
    await pruneSupersededPrices(database);
    await pruneAlerts(database, at);
    await prune(signal);
  }

  // A booking that finds no partition makes it, so nothing waits for these.
  const begun = makeAhead().catch((error: unknown) => log.warn("partitions_not_made", { error: messageOf(error) }));
  const pruner = startPruner({
    prune: pruneAll,
    onFailure: (error) => log.warn("calls_not_pruned", { error: messageOf(error) }),
  });
  return {
    prune: () => begun.then(() => prune()),
    close: async () => void (await Promise.all([begun, pruner.close()])),
  };
}

/** The UTC midnight, in milliseconds since the epoch, from which on calls are kept: `days` before today's. */
function firstKeptDay(at: number, days: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS - days * DAY_MS;
}
