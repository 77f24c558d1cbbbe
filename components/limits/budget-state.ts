import type { BudgetState } from "./budget-meter";
import type { Limits } from "./limit-draft";

/** What is spent of the budget in force; undefined where there is none, or where what its window has seen is not known. */
export function budgetStateOf(entity: Pick<Limits, "max_budget" | "soft_budget" | "budget_duration"> & { readonly spend: number }): BudgetState | undefined {
  const { max_budget: limit, soft_budget: soft, budget_duration: duration, spend } = entity;
  if (limit === null || duration !== null) return undefined;
  return { spent: spend, limit, soft, resetsAt: null };
}
