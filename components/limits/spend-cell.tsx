import { formatDollars } from "@/components/api/format";
import { BudgetMeter } from "./budget-meter";
import { budgetStateOf } from "./budget-state";
import type { Limits } from "./limit-draft";

/** The spend of a row, and below it the part of its budget that this is. */
export function SpendCell({ row, name }: { row: Limits & { readonly spend: number }; name: string }) {
  const budget = budgetStateOf(row);
  return (
    <span className="inline-block min-w-20 text-right">
      {formatDollars(row.spend)}
      {budget && <BudgetMeter compact budget={budget} label={`Budget of ${name}`} />}
    </span>
  );
}
