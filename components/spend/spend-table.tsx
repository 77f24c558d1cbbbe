import { ArrowUpRight } from "lucide-react";
import { Link } from "@/components/ui/link";
import { columnDollars } from "@/components/api/column-dollars";
import { formatCompact, fractionDigits } from "@/components/api/format";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { Pager } from "@/components/shared/lists/pager";
import { type Column, DataTable } from "@/components/ui/data-table";
import { changeOf } from "@/components/shared/wording";
import { OpenButton } from "@/components/ui/table";
import { type DrillDown, drillDownOf, payerAddress } from "./drill-down";
import { digitsOf, exactDollars } from "./exact-dollars";
import { type SpendLine, totalOf } from "./spend-lines";
import { type SpendColumn, textAfterClick } from "./spend-order";
import type { SpendView } from "./spend-view";
import { DIMENSIONS, OTHERS_COLOUR, type Series } from "@/components/charts/stack-by-day";

/** How many lines a page has, since each takes time to draw. A month of days fits on one page. */
const SIZES = { names: 25, times: 100 };

/** The actions of the table's buttons. */
export interface TableActions {
  readonly onDrillDown: (step: DrillDown) => void;
  /** Called with the text of the new order for the address. */
  readonly onSort: (order: string) => void;
  readonly onPage: (page: number) => void;
}

const TIMES = { hour: "Hour", day: "Day", week: "Week", month: "Month" } as const;

/** The columns of counts, after that of the calls. */
const COUNTS = [
  { name: "failed_calls", head: "Failed", sort: "failed", from: "md" },
  { name: "prompt_tokens", head: "Tokens in", sort: "input", from: "md" },
  { name: "completion_tokens", head: "Tokens out", sort: "output", from: "md" },
  { name: "unpriced_calls", head: "Unpriced", sort: "unpriced", from: "lg" },
] as const;

/** A page of the lines of a report, with their shares, and the sum of all lines. `lines`: in order. */
export function SpendTable({
  lines,
  view,
  series,
  callsOf,
  ...actions
}: {
  lines: readonly SpendLine[];
  view: SpendView;
  series: readonly Series[];
  /** The address of the calls of a line; undefined if there is none. */
  callsOf: (line: SpendLine) => string | undefined;
} & TableActions) {
  const { dimension, granularity, filter, before, isExact, order } = view;
  const isByTime = dimension === "all";
  // The address may name a page that no longer exists.
  const size = isByTime ? SIZES.times : SIZES.names;
  const page = Math.min(view.page, Math.max(1, Math.ceil(lines.length / size)));
  const shown = lines.slice((page - 1) * size, page * size);
  const label = isByTime ? TIMES[granularity] : DIMENSIONS[dimension].label;
  const zone = isByTime ? ` (${filter.time_zone})` : "";
  const colours = new Map(series.map((one) => [one.group, one.colour]));
  const total = totalOf(lines);
  const amount = isExact ? exactAmounts(lines) : roundedAmounts([...shown, total]);
  const digits = fractionDigits(...[...shown, total].map(({ nanos }) => amount(nanos)));
  const columns: Column<SpendLine, SpendColumn>[] = [
    {
      head: label + zone,
      sort: "name",
      cell: (line) => (
        <span className="flex items-center gap-2">
          {!isByTime && <Swatch colour={colours.get(line.group)} />}
          <LineName line={line} step={drillDownOf(dimension, line.group)} onDrillDown={actions.onDrillDown} />
          <PageLink name={line.name} address={payerAddress(dimension, line.group)} />
        </span>
      ),
      foot: dimension === "tag" ? "Sum of the tags" : "Total",
    },
    {
      head: "Calls",
      sort: "calls",
      align: "right",
      className: "tabular-nums",
      cell: (line) => <CallCount line={line} address={callsOf(line)} />,
      foot: formatCompact(total.calls),
    },
    ...countColumns(total),
    ...(before !== undefined && !isByTime ? [CHANGE] : []),
    {
      head: "Share",
      align: "right",
      from: "sm",
      className: "tabular-nums",
      look: "text-ink-soft",
      cell: shareText,
      foot: shareText(total),
    },
    {
      head: "Spend",
      sort: "spend",
      align: "right",
      className: "tabular-nums",
      look: "font-medium",
      cell: (line) => <AlignedAmount amount={amount(line.nanos)} digits={digits} />,
      foot: <AlignedAmount amount={amount(total.nanos)} digits={digits} />,
      footLook: "font-semibold",
    },
  ];
  return (
    <div className="border-t">
      <DataTable
        label={`Spend by ${label.toLowerCase()}${zone}`}
        columns={columns}
        rows={shown}
        keyOf={({ group }) => group}
        sorting={{ order, onSort: (column) => actions.onSort(textAfterClick(order, column, isByTime)) }}
      />
      {lines.length > size && <Pager page={page} size={size} total={lines.length} onPage={actions.onPage} />}
    </div>
  );
}

function roundedAmounts(lines: readonly { readonly nanos: number }[]): (nanos: number) => string {
  const { format } = columnDollars(lines.map(({ nanos }) => nanos / 1e9));
  return (nanos) => format(nanos / 1e9);
}

function exactAmounts(lines: readonly SpendLine[]): (nanos: number) => string {
  const digits = digitsOf(lines.map(({ nanos }) => nanos));
  return (nanos) => exactDollars(nanos, digits);
}

/** The colour of a line in the chart. */
function Swatch({ colour = OTHERS_COLOUR }: { colour: string | undefined }) {
  return <span className="size-2.5 shrink-0 rounded-xs" style={{ background: colour }} aria-hidden />;
}

type Total = ReturnType<typeof totalOf>;

function countColumns(total: Total): Column<SpendLine, SpendColumn>[] {
  return COUNTS.map(({ name, ...column }) => {
    const look = (line: Pick<SpendLine, typeof name>): string =>
      name !== "unpriced_calls" ? "" : line[name] > 0 ? "text-warn" : "text-ink-faint";
    return {
      ...column,
      align: "right",
      className: "tabular-nums",
      look,
      cell: (line) => formatCompact(line[name]),
      foot: formatCompact(total[name]),
      footLook: look(total),
    };
  });
}

/** The change since the range before. */
const CHANGE: Column<SpendLine, SpendColumn> = {
  head: "Change",
  sort: "change",
  align: "right",
  from: "sm",
  className: "tabular-nums",
  look: "text-ink-soft",
  cell: ({ nanos, before }) => (before === undefined ? "" : changeOf(nanos, before)),
};

function shareText({ share }: Pick<SpendLine, "share">): string {
  return `${(share / 10).toFixed(1)}%`;
}

/** The name of a line, with the id below it if they differ. */
function LineName({
  line: { name, group },
  step,
  onDrillDown,
}: {
  line: SpendLine;
  step: DrillDown | undefined;
  onDrillDown: (step: DrillDown) => void;
}) {
  const hasId = step !== undefined && name !== group;
  return (
    <span className="min-w-0" title={hasId ? `${name} (${group})` : name}>
      {step ? (
        <OpenButton name={name} onOpen={() => onDrillDown(step)} />
      ) : (
        <span className="block max-w-36 truncate font-medium sm:max-w-64">{name}</span>
      )}
      {hasId && <span className="block max-w-36 truncate font-mono text-meta text-ink-faint sm:max-w-64">{group}</span>}
    </span>
  );
}

function PageLink({ name, address }: { name: string; address: string | undefined }) {
  if (address === undefined) return null;
  return (
    <Link
      href={address}
      prefetch={false}
      aria-label={`Page of ${name}`}
      title={`Page of ${name}`}
      className="grid size-6 shrink-0 place-items-center rounded text-ink-faint hover:bg-hover hover:text-accent-text"
    >
      <ArrowUpRight className="size-3.5" aria-hidden />
    </Link>
  );
}

/** The number of calls, as a link to them. */
function CallCount({ line, address }: { line: SpendLine; address: string | undefined }) {
  if (address === undefined || line.calls === 0) return formatCompact(line.calls);
  return (
    <Link
      href={address}
      prefetch={false}
      aria-label={`Calls of ${line.name}: ${formatCompact(line.calls)}`}
      className="rounded text-accent-text hover:underline"
    >
      {formatCompact(line.calls)}
    </Link>
  );
}
