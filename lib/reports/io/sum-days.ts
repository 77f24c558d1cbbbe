import type { ClickHouse } from "@/lib/reports/clickhouse/clickhouse";
import {
  dropRoundsStatement,
  MARK_STATEMENT,
  markStatement,
  oldRoundsStatement,
  roundStatement,
  staleDaysStatement,
  summedStatement,
  sumStatement,
} from "@/lib/reports/clickhouse/day-sums";

/** What of ClickHouse is known to be there, and when. */
export interface Summing {
  /** All calls up to this booking have arrived, and whatever comes later has a higher one, or comes once more as it is. */
  readonly through: bigint;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Sums up the days that are over and have changed, each whole. Of several processes one may do this at a time. Returns how many
 * days it were. @throws ClickHouseError; what is done by then stays
 */
export async function sumDays(clickhouse: ClickHouse, { through, now, signal }: Summing): Promise<number> {
  // Calls from before the order of bookings come first and have no numbers: nobody could tell whether one more has come.
  if (through <= 0n) return 0;
  const begun = now();
  const [mark] = await clickhouse.query(MARK_STATEMENT);
  const known = mark && { after: String(mark[0]), lookedAt: Number(mark[1]) };
  const stale = await clickhouse.query(staleDaysStatement(known, begun));
  for (const [cell] of stale) {
    if (signal.aborted) return 0;
    await sumDay(clickhouse, String(cell), now(), signal);
  }
  await clickhouse.run(markStatement(String(through), begun));
  return stale.length;
}

async function sumDay(clickhouse: ClickHouse, day: string, round: number, signal: AbortSignal): Promise<void> {
  const [counted] = await clickhouse.query(roundStatement(day));
  await clickhouse.run(sumStatement(day, round), signal);
  await clickhouse.run(summedStatement(day, round));
  if (!counted) return;
  const before = String(counted[0]);
  const [old] = await clickhouse.query(oldRoundsStatement(day, before));
  if (Number(old?.[0]) > 0) await clickhouse.run(dropRoundsStatement(day, before));
}
