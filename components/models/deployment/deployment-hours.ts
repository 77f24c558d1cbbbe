import type { TrafficPoint } from "@/lib/wire/contracts/traffic";

const HOUR_MS = 3_600_000;
const SUCCEEDED: ReadonlySet<string> = new Set(["served", "declined"]);
const FAILED: ReadonlySet<string> = new Set(["failed", "retried"]);

/** Attempts in an hour that begins at `at`, in milliseconds since the epoch. */
export interface HourOfAttempts {
  readonly at: number;
  readonly succeeded: number;
  readonly failed: number;
}

/**
 * One row for each of the last hours, oldest first, hours without traffic included. Attempts that the caller cancelled
 * are in neither number. `until`: milliseconds since the epoch.
 */
export function hoursOf(
  points: readonly Pick<TrafficPoint, "minute" | "outcome" | "count">[],
  until: number,
  hours: number,
): HourOfAttempts[] {
  const last = Math.floor((until - 1) / HOUR_MS);
  const counted = (hour: number, outcomes: ReadonlySet<string>) =>
    points
      .filter(({ minute, outcome }) => outcomes.has(outcome) && Math.floor(Date.parse(minute) / HOUR_MS) === hour)
      .reduce((sum, { count }) => sum + count, 0);
  return Array.from({ length: hours }, (_, place) => {
    const hour = last - hours + 1 + place;
    return { at: hour * HOUR_MS, succeeded: counted(hour, SUCCEEDED), failed: counted(hour, FAILED) };
  });
}
