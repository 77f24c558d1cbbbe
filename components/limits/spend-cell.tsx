import { type ColumnDollars, columnDollars } from "@/components/api/column-dollars";
import { formatCount, formatDollars } from "@/components/api/format";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { BudgetMeter } from "./budget-meter";
import { type WithBudget, windowStateOf } from "./budget-state";
import type { Limits } from "./limit-draft";
import { periodText } from "./period-text";

/**
 * The spend of a row of all time, and below it the budget with what is spent in its present window. `column`: how the
 * amounts of its column are written; absent: it stands alone.
 */
export function SpendCell({
  row,
  name,
  column = columnDollars([row.spend]),
}: {
  row: WithBudget<Limits & { readonly spend: number }>;
  name: string;
  column?: ColumnDollars;
}) {
  const budget = windowStateOf(row);
  return (
    <span className="inline-block whitespace-nowrap tabular-nums">
      <AlignedAmount amount={column.format(row.spend)} exact={formatDollars(row.spend)} digits={column.digits} />
      {budget && (
        <span
          className="flex items-center justify-end gap-1 text-meta text-ink-faint"
          title={`${formatDollars(budget.spent)} of ${formatDollars(budget.limit)} spent${row.budget_duration === null ? "" : ` in the present ${periodText(row.budget_duration)}`}`}
        >
          <span className="mr-0.5 w-12 max-sm:w-8">
            <BudgetMeter compact budget={budget} label={`Budget of ${name}`} />
          </span>
          {row.budget_duration !== null && <span className="hidden sm:inline">{formatDollars(budget.spent)}</span>}
          <span className="truncate max-sm:max-w-20">of {roundDollars(budget.limit)}</span>
          {row.budget_duration !== null && (
            <span className="hidden 2xl:inline">per {periodText(row.budget_duration)}</span>
          )}
        </span>
      )}
    </span>
  );
}

/** Dollars, without cents if there are none, because most budgets are round. */
function roundDollars(dollars: number): string {
  return Number.isInteger(dollars) ? `$${formatCount(dollars)}` : formatDollars(dollars);
}
