import { formatDollars } from "@/components/api/format";
import { BudgetMeter } from "./budget-meter";
import { budgetStateOf } from "./budget-state";
import type { Limits } from "./limit-draft";

/** What somebody in a list has spent, and below it how much of the budget that is. */
export function SpendCell({ of, name }: { of: Limits & { readonly spend: number }; name: string }) {
  const budget = budgetStateOf(of);
  return (
    <span className="inline-block min-w-20 text-right">
      {formatDollars(of.spend)}
      {budget && <BudgetMeter compact budget={budget} label={`Budget of ${name}`} />}
    </span>
  );
}
