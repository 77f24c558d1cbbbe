import { columnDollars } from "@/components/api/column-dollars";
import { formatCount, formatDollars } from "@/components/api/format";
import { BudgetMeter } from "@/components/limits/budget-meter";
import { periodText } from "@/components/limits/period-text";
import { Until } from "@/components/shared/time";
import { capitalised } from "@/components/shared/wording";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { ENTITY_KINDS } from "@/lib/entity-type";
import type { Budget } from "@/lib/wire/contracts/budgets/budgets";
import { whoseAddress } from "./budget-addresses";
import { BudgetMenu } from "./budget-menu";
import { RunOut } from "./run-out";

/** A page of budgets, those nearest to their end first. */
export function BudgetsTable({ rows, dim }: { rows: readonly Budget[]; dim: boolean }) {
  const dollars = columnDollars(rows.map(({ spent }) => spent));
  const limits = columnDollars(rows.map(({ max_budget: limit }) => limit ?? 0));
  const columns: readonly Column<Budget>[] = [
    { head: "Whose", cell: (row) => <Whose budget={row} /> },
    { head: "Used", cell: (row) => <Used budget={row} /> },
    {
      head: "Spent",
      align: "right",
      from: "sm",
      cell: (row) => (
        <AlignedAmount amount={dollars.format(row.spent)} exact={formatDollars(row.spent)} digits={dollars.digits} />
      ),
    },
    {
      head: "Limit",
      align: "right",
      from: "md",
      look: "whitespace-nowrap tabular-nums",
      cell: (row) => (row.max_budget === null ? limitOf(row) : limits.format(row.max_budget)),
    },
    { head: "Window", from: "lg", cell: (row) => <Window budget={row} /> },
    {
      head: "Runs out",
      from: "sm",
      title: "At the rate of the present window, or of the last 28 days where it never resets. Days are UTC days.",
      cell: (row) => <RunOut budget={row} />,
    },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: (row) => <BudgetMenu budget={row} name={row.name ?? row.id} />,
    },
  ];
  return (
    <DataTable
      label="Budgets"
      stays="head"
      dim={dim}
      columns={columns}
      rows={rows}
      keyOf={({ type, id }) => `${type} ${id}`}
    />
  );
}

function Whose({ budget }: { budget: Budget }) {
  const { type, id, name, team_id: team } = budget;
  const href = whoseAddress(budget);
  const shown = name ?? budget.user_id ?? id;
  return (
    <span className="block max-w-44 sm:max-w-64 2xl:max-w-96">
      <span className="block truncate font-medium" title={id}>
        {href === undefined ? (
          shown
        ) : (
          <Link href={href} prefetch={false} className="rounded hover:underline">
            {shown}
          </Link>
        )}
      </span>
      <span className="block truncate text-meta text-ink-faint">
        {capitalised(ENTITY_KINDS[type].label)}
        {team !== null && ` of team ${team}`}
      </span>
    </span>
  );
}

/** The share that is spent as a bar and a number; on a phone also the amounts and the day it runs out. */
function Used({ budget }: { budget: Budget }) {
  const { spent, share, max_budget: limit, soft_budget: soft, resets_at: end } = budget;
  return (
    <span className="block w-28 lg:w-36">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <BudgetMeter
            compact
            label={`Budget of ${budget.name ?? budget.id}`}
            budget={{ spent, limit: limit ?? soft ?? 0, soft, resetsAt: end }}
          />
        </span>
        <span className="w-11 text-right text-meta tabular-nums">{Math.floor(share * 100)}%</span>
      </span>
      <span className="mt-0.5 block text-meta text-ink-faint sm:hidden">
        {formatDollars(spent)} of {limitOf(budget)}
      </span>
      <span className="mt-0.5 block text-meta sm:hidden">
        <RunOut budget={budget} isLabelled />
      </span>
    </span>
  );
}

function limitOf({ max_budget: limit, soft_budget: soft }: Budget): string {
  if (limit === null) return `warns at ${round(soft ?? 0)}`;
  return round(limit);
}

/** Dollars, without cents if there are none, because most budgets are round. */
function round(dollars: number): string {
  return Number.isInteger(dollars) ? `$${formatCount(dollars)}` : formatDollars(dollars);
}

function Window({ budget: { budget_duration: duration, resets_at: end } }: { budget: Budget }) {
  if (duration === null || end === null) return <span className="text-ink-faint">For all time</span>;
  return (
    <span className="block whitespace-nowrap">
      Each {periodText(duration)}
      <span className="block text-meta text-ink-faint">
        resets <Until iso={end} />
      </span>
    </span>
  );
}
