import { type BudgetOutlook, budgetOutlook } from "@/lib/limits/budget-outlook";
import { DAY_MS, parseDay } from "@/lib/time/period";

/** How far the drawing of a budget that never resets looks ahead, in milliseconds. */
const LOOK_AHEAD_MS = 30 * DAY_MS;
/** The present window of a budget. Amounts in dollars; ISO times, null where it is for all time. */
export interface BurningBudget {
  readonly limit: number;
  readonly spent: number;
  readonly startsAt: string | null;
  readonly resetsAt: string | null;
}

/** What was spent on a UTC day, in dollars. */
export interface SpentDay {
  readonly day: string;
  readonly spend: number;
}

export interface BurnDown {
  /**
   * What was left of the budget, in dollars, at moments in milliseconds since the epoch, oldest first; the last is now.
   */
  readonly points: readonly { readonly at: number; readonly left: number }[];
  /** Dollars a day. */
  readonly rate: number;
  readonly outlook: BudgetOutlook;
  /** When the drawing ends. */
  readonly until: number;
}

/**
 * How a budget burned down, by what was spent on each UTC day (dollars), and when it runs out at the present rate. The
 * rate is that of the window so far, or of the given days where the budget never resets. `now`: milliseconds since the
 * epoch.
 */
export function burnDown(
  { limit, spent, startsAt, resetsAt }: BurningBudget,
  days: readonly SpentDay[],
  now: number,
): BurnDown {
  const known = days
    .map(({ day, spend }) => ({ from: parseDay(day) ?? Number.NaN, spend }))
    .filter(({ from }) => from <= now)
    .sort((a, b) => b.from - a.from);
  const start = startsAt === null ? (known.at(-1)?.from ?? now - DAY_MS) : Date.parse(startsAt);
  // Backwards from now: what is booked in the window is exact, while the days may begin before it.
  let left = limit - spent;
  const points = [{ at: now, left }];
  for (const { from, spend } of known) {
    if (from < start) break;
    left += spend;
    points.unshift({ at: from, left: Math.min(limit, left) });
  }
  if (startsAt !== null && (points[0]?.at ?? now) > start) points.unshift({ at: start, left: limit });
  const elapsed = Math.max(now - start, 1);
  const burned = startsAt === null ? known.reduce((sum, { spend }) => sum + spend, 0) : spent;
  const rate = (burned / elapsed) * DAY_MS;
  const end = resetsAt === null ? undefined : Date.parse(resetsAt);
  return {
    points,
    rate,
    outlook: budgetOutlook({ left: limit - spent, spent, rate, elapsed, end, now }),
    until: end ?? now + LOOK_AHEAD_MS,
  };
}
