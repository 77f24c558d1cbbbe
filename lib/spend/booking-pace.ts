/**
 * Milliseconds between transactions: at most one a second unless a batch is full or somebody waits, and one at once
 * after a pause. Fewer transactions cost the database less for each call.
 */
const BOOKING_INTERVAL_MS = 1_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 2_000;

export interface BookingSituation {
  /** Attempts that have failed since the last success. */
  readonly failures: number;
  /** Milliseconds since the last transaction began. */
  readonly sinceStart: number;
  readonly intervalMs?: number | undefined;
}

/**
 * Milliseconds until the next transaction. `random`: from 0 to 1. Processes that the database has stopped at the same
 * moment would otherwise all return in the same moment, and book in step from then on: for a part of each second the
 * database has all of their batches to do, and then nothing.
 */
export function pauseBeforeBooking({ failures, sinceStart, intervalMs }: BookingSituation, random: number): number {
  if (failures > 0) return Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS) * (0.5 + 0.5 * random);
  return Math.max(0, (intervalMs ?? BOOKING_INTERVAL_MS) * (0.9 + 0.2 * random) - sinceStart);
}
