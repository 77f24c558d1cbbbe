import type { BudgetState as BudgetWindow } from "@/lib/wire/budget-state";
import type { BudgetState } from "./budget-meter";
import type { Limits } from "./limit-draft";

/** A row as the API shows it: with the present window of its budget. */
export type WithBudget<Row> = Row & { readonly budget: BudgetWindow };

/** The state of a budget as the API shows it with its row; undefined where no budget limits the calls. */
export function windowStateOf({
  max_budget: limit,
  soft_budget: soft,
  budget,
}: Pick<Limits, "max_budget" | "soft_budget"> & { readonly budget: BudgetWindow }): BudgetState | undefined {
  return limit === null || budget === null
    ? undefined
    : { spent: budget.spent, limit, soft, resetsAt: budget.resets_at };
}
