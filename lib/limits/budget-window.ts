import { readDuration, unitMs } from "@/lib/time/duration";
import { DAY_MS } from "@/lib/time/period";

/** From `start` (inclusive) to `end` (exclusive), in milliseconds since the epoch. All time is from 0 to infinity. */
export interface BudgetWindow {
  readonly start: number;
  readonly end: number;
}

const ALL_TIME: BudgetWindow = { start: 0, end: Number.POSITIVE_INFINITY };
/** Windows of days and less are counted from the epoch, which began at midnight; weeks from the Monday after it. */
const FIRST_MONDAY = 4 * DAY_MS;

/**
 * The window of a budget at a moment: `1h` windows start on the hour, `7d` windows repeat every 7 days from 1970-01-01,
 * `1w` windows start on Monday, `1mo` windows on the 1st, all in UTC. Null, or text that is not a duration: all time.
 */
export function budgetWindow(duration: string | null, now: number): BudgetWindow {
  const parts = duration === null ? undefined : readDuration(duration);
  if (!parts) return ALL_TIME;
  const { count, unit } = parts;
  if (unit === "mo") return monthsAround(count, now);
  const length = count * unitMs(unit);
  const origin = unit === "w" ? FIRST_MONDAY : 0;
  const start = origin + Math.floor((now - origin) / length) * length;
  return { start, end: start + length };
}

function monthsAround(count: number, now: number): BudgetWindow {
  const date = new Date(now);
  const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  const first = Math.floor(month / count) * count;
  return { start: Date.UTC(1970, first), end: Date.UTC(1970, first + count) };
}
