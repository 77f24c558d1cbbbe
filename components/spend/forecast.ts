import { DAY_MS } from "@/lib/time/period";

/** Fewer whole days say nothing about the next. */
const LEAST_DAYS = 3;
/** Four weeks, so that each day of the week counts as often as the others. */
const MOST_DAYS = 28;
/** How many standard deviations on either side hold 80% of a normal distribution. */
const DEVIATIONS = 1.28;

export interface Spent {
  /** Dollars of each whole day before today, in order. */
  readonly days: readonly number[];
  /** Dollars spent in the window so far. */
  readonly spent: number;
  /** The end of the window, in milliseconds since the epoch; Infinity: it has none. */
  readonly end: number;
  /** The budget of the window in dollars; undefined: none. */
  readonly budget?: number | undefined;
}

export interface Forecast {
  /**
   * Dollars at the end of the window; undefined if it has no end. With 80% probability they are between `low` and
   * `high`.
   */
  readonly atEnd?: { readonly low: number; readonly likely: number; readonly high: number };
  /**
   * When the budget is used up, in milliseconds since the epoch; undefined: not in this window, or there is no budget.
   */
  readonly runsOut?: number;
}

/**
 * What a window will cost if spend goes on as on the last days: their mean for each day that is left, and as the band
 * the spread of single days, which grows with the root of their number. Undefined while fewer than 3 days are known,
 * counted from the first with spend.
 */
export function forecastOf({ days, spent, end, budget }: Spent, now: number): Forecast | undefined {
  const first = days.findIndex((day) => day > 0);
  const known = first < 0 ? [] : days.slice(Math.max(first, days.length - MOST_DAYS));
  if (known.length < LEAST_DAYS) return undefined;
  const mean = known.reduce((sum, day) => sum + day, 0) / known.length;
  const variance = known.reduce((sum, day) => sum + (day - mean) ** 2, 0) / (known.length - 1);
  const left = Math.max(0, (end - now) / DAY_MS);
  const likely = spent + mean * left;
  const spread = DEVIATIONS * Math.sqrt(variance * left);
  const runsOut = budget === undefined ? undefined : runOut(budget - spent, mean, now);
  return {
    ...(Number.isFinite(end) && { atEnd: { low: Math.max(spent, likely - spread), likely, high: likely + spread } }),
    ...(runsOut !== undefined && runsOut < end && { runsOut }),
  };
}

/** When what is left of a budget is spent; undefined: never. */
function runOut(left: number, mean: number, now: number): number | undefined {
  if (left <= 0) return now;
  return mean > 0 ? now + (left / mean) * DAY_MS : undefined;
}
