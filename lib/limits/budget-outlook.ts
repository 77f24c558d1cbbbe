import { DAY_MS } from "@/lib/time/period";

const HOUR_MS = 3_600_000;
/**
 * Beyond this, no day is named on which a budget that never resets runs out: no rate of spending stays the same for so
 * long.
 */
const FAR_MS = 365 * DAY_MS;

/**
 * Where a budget is heading at the present rate. `used_up`: nothing is left. `runs_out`: before its window ends, or at
 * all where it has none. `lasts`: until it resets. `far`: it never resets, and lasts more than a year. `idle`: nothing
 * was spent. `too_early`: the window has just begun.
 */
export type BudgetOutlook =
  | { readonly state: "used_up" | "idle" | "too_early" | "far" }
  | { readonly state: "runs_out"; readonly at: number }
  | { readonly state: "lasts"; readonly spentAtEnd: number };

/**
 * Where a budget is heading. `left` and `spent`: dollars, `rate`: dollars a day, `elapsed`: milliseconds over which the
 * rate was measured, `end` and `now`: milliseconds since the epoch; `end` undefined: it never resets.
 */
export function budgetOutlook({
  left,
  spent,
  rate,
  elapsed,
  end,
  now,
}: {
  readonly left: number;
  readonly spent: number;
  readonly rate: number;
  readonly elapsed: number;
  readonly end: number | undefined;
  readonly now: number;
}): BudgetOutlook {
  if (left <= 0) return { state: "used_up" };
  if (rate === 0) return { state: "idle" };
  const shortest = end === undefined ? HOUR_MS : Math.min(HOUR_MS, (elapsed + end - now) / 10);
  if (elapsed < shortest) return { state: "too_early" };
  const at = now + (left / rate) * DAY_MS;
  if (end === undefined && at - now > FAR_MS) return { state: "far" };
  if (end === undefined || at < end) return { state: "runs_out", at };
  return { state: "lasts", spentAtEnd: spent + (rate * (end - now)) / DAY_MS };
}
