import type { ClickHouse } from "@/lib/reports/clickhouse/clickhouse";
import {
  dropRoundsStatement,
  isLater,
  markStatement,
  oldRoundsStatement,
  readMarkStatement,
  roundStatement,
  staleDaysStatement,
  summedDays,
  summedDaysStatement,
  summedStatement,
  type SumsOf,
  sumStatement,
  sumWeekStatement,
  wholeWeeks,
} from "@/lib/reports/clickhouse/sums";
import type { Statement } from "@/lib/reports/clickhouse/clickhouse";
import { formatDay } from "@/lib/time/period";

/** What has arrived in ClickHouse, and the clock. */
export interface Summing {
  /**
   * All calls up to this booking have arrived, and whatever comes later has a higher one, or comes once more as it is.
   */
  readonly through: bigint;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Sums up the days that are over and have changed, each whole, then the weeks of these days, their hours, and at last
 * their calls by payer. Only one process may do this at a time. Returns how many days it has summed up. @throws
 * ClickHouseError; what is done by then stays
 */
export async function sumDays(clickhouse: ClickHouse, summing: Summing): Promise<number> {
  // Calls that were booked before bookings had numbers come first. Until all of them are there, no number says how far
  // the calls in ClickHouse reach.
  if (summing.through <= 0n) return 0;
  const days = await sumStaleDays(clickhouse, "days", summing);
  await sumWeeks(clickhouse, summing);
  await sumStaleDays(clickhouse, "hours", summing);
  await sumStaleDays(clickhouse, "payers", summing);
  return days;
}

async function sumStaleDays(
  clickhouse: ClickHouse,
  of: "hours" | "days" | "payers",
  summing: Summing,
): Promise<number> {
  const { now, signal } = summing;
  const through = String(summing.through);
  const begun = now();
  const [mark] = await clickhouse.query(readMarkStatement(of));
  const known = mark && { after: String(mark[0]), lookedAt: Number(mark[1]) };
  const stale = await clickhouse.query(staleDaysStatement(of, known, begun));
  for (const [cell] of stale) {
    if (signal.aborted) return 0;
    const day = String(cell);
    await sumRound(clickhouse, { of, day, through, atLeast: now() }, signal, (round) => sumStatement(of, day, round));
  }
  if (signal.aborted) return 0;
  await clickhouse.run(markStatement(of, through, begun));
  return stale.length;
}

/** Adds up the weeks whose days are summed up and have changed since then. */
async function sumWeeks(clickhouse: ClickHouse, { now, signal }: Summing): Promise<void> {
  const always = { from: 0, to: now() };
  const weeks = wholeWeeks(summedDays(await clickhouse.query(summedDaysStatement(always))));
  const summed = summedDays(await clickhouse.query(summedDaysStatement(always, "weeks")));
  for (const [week, days] of weeks) {
    if (signal.aborted) return;
    if (isLater(summed.get(week), days)) continue;
    const day = formatDay(week);
    const atLeast = Math.max(now(), ...[...days.values()].map((round) => Number(round) + 1));
    const statement = (round: number): Statement => sumWeekStatement(day, round, days);
    await sumRound(clickhouse, { of: "weeks", day, through: "0", atLeast }, signal, statement);
  }
}

interface Round {
  readonly of: SumsOf;
  readonly day: string;
  readonly through: string;
  /** The number of the round, unless the last one was as high: clocks differ. */
  readonly atLeast: number;
}

async function sumRound(
  clickhouse: ClickHouse,
  { of, day, through, atLeast }: Round,
  signal: AbortSignal,
  statementOf: (round: number) => Statement,
): Promise<void> {
  const [counted] = await clickhouse.query(roundStatement(of, day));
  const round = Math.max(atLeast, Number(counted?.[0] ?? 0) + 1);
  await clickhouse.run(statementOf(round), signal);
  await clickhouse.run(summedStatement(of, day, round, through));
  if (!counted) return;
  const before = String(counted[0]);
  const [old] = await clickhouse.query(oldRoundsStatement(of, day, before));
  if (Number(old?.[0]) > 0) await clickhouse.run(dropRoundsStatement(of, day, before));
}
