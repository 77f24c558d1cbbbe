import { formatCount, formatDollars } from "@/components/api/format";
import { BudgetMeter } from "./budget-meter";
import { type WithBudget, windowStateOf } from "./budget-state";
import type { Limits } from "./limit-draft";

/** The spend of a row of all time, and below it the budget with what is spent in its present window. */
export function SpendCell({ row, name }: { row: WithBudget<Limits & { readonly spend: number }>; name: string }) {
  const budget = windowStateOf(row);
  return (
    <span className="inline-block whitespace-nowrap tabular-nums">
      {formatDollars(row.spend)}
      {budget && (
        <span
          className="flex items-center justify-end gap-1 text-[12px] text-ink-faint"
          title={`${formatDollars(budget.spent)} of ${formatDollars(budget.limit)} spent${row.budget_duration === null ? "" : ` in the present ${row.budget_duration}`}`}
        >
          <span className="mr-0.5 w-12 max-sm:w-8">
            <BudgetMeter compact budget={budget} label={`Budget of ${name}`} />
          </span>
          {row.budget_duration !== null && <span className="hidden sm:inline">{formatDollars(budget.spent)}</span>}
          of {roundDollars(budget.limit)}
          {row.budget_duration !== null && <span className="hidden 2xl:inline">per {row.budget_duration}</span>}
        </span>
      )}
    </span>
  );
}

/** Dollars without cents where there are none: budgets mostly are round. */
function roundDollars(dollars: number): string {
  return Number.isInteger(dollars) ? `$${formatCount(dollars)}` : formatDollars(dollars);
}
