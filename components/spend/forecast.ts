import { DAY_MS } from "@/lib/time/period";

/** How many whole days must be known. Fewer say nothing about the next ones. */
const LEAST_DAYS = 3;
/** The most days that count: four weeks, so that each day of the week counts equally often. */
const MOST_DAYS = 28;
/** How many standard deviations on either side hold 80% of a normal distribution. */
const DEVIATIONS = 1.28;

export interface Spent {
  /** The spend of each whole day before today in dollars, in order. */
  readonly days: readonly number[];
  /** The spend in the window so far, in dollars. */
  readonly spent: number;
  /** The end of the window, in milliseconds since the epoch; Infinity: it never ends. */
  readonly end: number;
  /** The budget of the window in dollars; undefined: none. */
  readonly budget?: number | undefined;
}

export interface Forecast {
  /**
   * The spend at the end of the window, in dollars; undefined if the window never ends. It is between `low` and `high`
   * with a probability of 80%.
   */
  readonly atEnd?: { readonly low: number; readonly likely: number; readonly high: number };
  /**
   * When the budget is used up, in milliseconds since the epoch; undefined: not in this window, or there is no budget.
   */
  readonly runsOut?: number;
}

/**
 * Forecasts the spend of a window from the last days: their mean for each day left. The band comes from the spread of
 * single days, which grows with the square root of the days left. Undefined while fewer than 3 days are known, counted
 * from the first with spend. `now`: milliseconds since the epoch.
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

/** When the rest of a budget is spent, in milliseconds since the epoch; undefined: never. */
function runOut(left: number, mean: number, now: number): number | undefined {
  if (left <= 0) return now;
  return mean > 0 ? now + (left / mean) * DAY_MS : undefined;
}
