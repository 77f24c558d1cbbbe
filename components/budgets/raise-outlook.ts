import { formatDay, formatDollars } from "@/components/api/format";
import { budgetOutlook } from "@/lib/limits/budget-outlook";
import { DAY_MS } from "@/lib/time/period";
import type { BudgetState } from "@/lib/wire/budget-state";

/**
 * What a new limit (dollars) means if spending goes on as in the present window, in a sentence; undefined: there is no
 * such limit, or nothing is known of the budget. `now`: milliseconds since the epoch.
 */
export function raiseOutlook(limit: number, budget: BudgetState, now: number): string | undefined {
  if (!budget || !Number.isFinite(limit)) return undefined;
  const { spent, starts_at: start, resets_at: end } = budget;
  const left = `${formatDollars(Math.max(0, limit - spent))} would be left`;
  if (start === null || end === null) return `${left}. It does not reset.`;
  const elapsed = Math.max(now - Date.parse(start), 1);
  const rate = (spent / elapsed) * DAY_MS;
  const outlook = budgetOutlook({ left: limit - spent, spent, rate, elapsed, end: Date.parse(end), now });
  const pace = `at the present ${formatDollars(rate)} a day`;
  switch (outlook.state) {
    case "used_up":
      return `${formatDollars(limit)} would be used up already.`;
    case "idle":
      return `${left}; nothing was spent since ${formatDay(start)}.`;
    case "too_early":
    case "far":
      return `${left} until ${formatDay(end)}.`;
    case "runs_out":
      return `${left}. It would run out on ${formatDay(new Date(outlook.at).toISOString())} ${pace}, before it resets on ${formatDay(end)}.`;
    case "lasts":
      return `${left}. It would last until it resets on ${formatDay(end)}: about ${formatDollars(outlook.spentAtEnd)} ${pace}.`;
  }
}
