import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import { hoursAhead, makeDailyPartitions, makeHourlyPartitions } from "@/lib/store/spend/figure-partitions";
import { keptFrom } from "@/lib/store/calls/call-selection";
import { foldDays, foldHours } from "@/lib/store/spend/fold-figures";
import { readBudgetDurations } from "@/lib/store/spend/budgeted-entities";
import { firstDayInUse } from "@/lib/store/spend/first-day-in-use";
import { sumSpans } from "@/lib/store/spend/sum-spans";
import { startPruner } from "@/lib/time/io/pruner";
import { DAY_MS, startOfDay } from "@/lib/time/period";

export interface FiguresKeeperOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clock by which rows grow too old, in milliseconds since the epoch; see `pruningClock`. Default: `now`. */
  readonly agedBy?: () => Promise<number>;
  /** `hourly_retention_days`. */
  readonly hourlyDays: () => number;
  /** `daily_retention_days`; undefined: for ever. */
  readonly dailyDays: () => number | undefined;
  /** The windows of budgets that stand in the settings, such as `30d`. */
  readonly budgetDurations: () => readonly string[];
}

/** Keeps room for the figures of spend, and turns old hours into days. */
export interface FiguresKeeper {
  /** Does one round now. @throws the database's error */
  keep(): Promise<void>;
  close(): Promise<void>;
}

/** Soon enough for the first booking of a new month, late enough not to slow startup. */
const FIRST_AFTER_MS = 1_000;
const HOUR_MS = 3_600_000;
/** How long calls of a day that is over are still booked, usually. Later ones make its sums be added up again. */
const SETTLED_AFTER_MS = 3 * HOUR_MS;

/**
 * At the start and then every hour: makes partitions ahead, folds hours that are older than `hourly_retention_days`,
 * forgets days that are older than `daily_retention_days`, and sums up days that are over.
 */
export function startFiguresKeeper(options: FiguresKeeperOptions): FiguresKeeper {
  const { database, log, now, agedBy = async () => now(), hourlyDays, dailyDays, budgetDurations } = options;

  async function keep(signal?: AbortSignal): Promise<void> {
    await makeHourlyPartitions(database, hoursAhead(now()));
    await makeDailyPartitions(database, [startOfDay(now()) / DAY_MS]);

    const kept = hourlyDays();
    const today = startOfDay(await agedBy());
    const { rows: hours, dropped } = await foldHours(database, (today - kept * DAY_MS) / HOUR_MS, signal);
    if (hours + dropped > 0) log.info("figures.folded", { hours, dropped_partitions: dropped, kept_days: kept });
    await forgetDays(signal);
    const spans = await sumSpans(database, startOfDay((await agedBy()) - SETTLED_AFTER_MS) / DAY_MS, signal);
    if (spans > 0) log.info("figures.summed", { spans });
  }

  async function forgetDays(signal?: AbortSignal): Promise<void> {
    const kept = dailyDays();
    const callsFrom = kept === undefined ? undefined : await keptFrom(database);
    // As long as all calls are kept, every figure must stay the sum of its calls.
    if (kept === undefined || callsFrom === undefined) return;
    const durations = [...budgetDurations(), ...(await readBudgetDurations(database))];
    const firstDay = firstDayInUse({ now: await agedBy(), keptDays: kept, callsFrom, durations });
    const { rows: days, dropped } = await foldDays(database, firstDay / DAY_MS, signal);
    if (days + dropped > 0) log.info("figures.forgotten", { days, dropped_partitions: dropped, kept_days: kept });
  }

  const pruner = startPruner({
    prune: keep,
    onFailure: (error) => log.warn("figures.not_kept", { error: messageOf(error) }),
    firstAfterMs: FIRST_AFTER_MS,
  });
  return { keep: () => keep(), close: () => pruner.close() };
}
