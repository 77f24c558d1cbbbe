import { formatCount, formatDollars } from "@/components/api/format";
import { BudgetMeter } from "./budget-meter";
import { budgetStateOf } from "./budget-state";
import type { Limits } from "./limit-draft";

/** The spend of a row, and below it its budget; as a bar where the budget never resets, because lists know no windows. */
export function SpendCell({ row, name }: { row: Limits & { readonly spend: number }; name: string }) {
  const budget = budgetStateOf(row);
  return (
    <span className="inline-block whitespace-nowrap tabular-nums">
      {formatDollars(row.spend)}
      {row.max_budget !== null && (
        <span className="flex items-center justify-end gap-1.5 text-[12px] text-ink-faint">
          {budget && (
            <span className="w-12">
              <BudgetMeter compact budget={budget} label={`Budget of ${name}`} />
            </span>
          )}
          of {roundDollars(row.max_budget)}
          {row.budget_duration !== null && ` per ${row.budget_duration}`}
        </span>
      )}
    </span>
  );
}

/** Dollars without cents where there are none: budgets mostly are round. */
function roundDollars(dollars: number): string {
  return Number.isInteger(dollars) ? `$${formatCount(dollars)}` : formatDollars(dollars);
}
