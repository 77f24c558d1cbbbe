import type { BudgetState as BudgetWindow } from "@/lib/wire/budget-state";
import { DAY_MS, formatDay } from "@/lib/time/period";
import { budgetWindow } from "@/lib/limits/budget-window";
import type { BudgetState } from "./budget-meter";
import type { Limits } from "./limit-draft";

/** A row as `/team/info` and the like show it: with the present window of its budget. */
export type WithBudget<Row> = Row & { readonly budget: BudgetWindow };

/** A row with a budget. `spend`: dollars, all time. */
export type Budgeted = Pick<Limits, "max_budget" | "soft_budget" | "budget_duration"> & { readonly spend: number };

/** The state of a budget that never resets; undefined where there is none, or where it resets. */
export function budgetStateOf({
  max_budget: limit,
  soft_budget: soft,
  budget_duration: duration,
  spend,
}: Budgeted): BudgetState | undefined {
  if (limit === null || duration !== null) return undefined;
  return { spent: spend, limit, soft, resetsAt: null };
}

/**
 * The present window of a budget that resets, by its first UTC day, for which a spend report can be asked. Undefined where
 * there is no such budget, and where its windows are shorter than a day, because totals are kept by day.
 */
export function dailyWindow(
  { max_budget: limit, budget_duration: duration }: Budgeted,
  now: number,
): { readonly firstDay: string; readonly resetsAt: string } | undefined {
  if (limit === null || duration === null) return undefined;
  const { start, end } = budgetWindow(duration, now);
  if (!Number.isFinite(end) || start % DAY_MS !== 0 || end % DAY_MS !== 0) return undefined;
  return { firstDay: formatDay(start), resetsAt: new Date(end).toISOString() };
}

/** The state of a budget that resets. `spent`: dollars in the present window. */
export function windowState(
  { max_budget: limit, soft_budget: soft }: Budgeted,
  spent: number,
  resetsAt: string,
): BudgetState | undefined {
  return limit === null ? undefined : { spent, limit, soft, resetsAt };
}

/** The state of a budget as the API shows it with one row; undefined where no budget limits the calls. */
export function windowStateOf({
  max_budget: limit,
  soft_budget: soft,
  budget,
}: Pick<Limits, "max_budget" | "soft_budget"> & { readonly budget: BudgetWindow }): BudgetState | undefined {
  return limit === null || budget === null
    ? undefined
    : { spent: budget.spent, limit, soft, resetsAt: budget.resets_at };
}
