import { ArrowUpRight } from "lucide-react";
import { Link } from "@/components/ui/link";
import { formatCompact, formatDollars, fractionDigits } from "@/components/api/format";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { Pager } from "@/components/ui/pager";
import { SortHead } from "@/components/ui/sort-head";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import { type DrillDown, drillDownOf, payerAddress } from "./drill-down";
import { digitsOf, exactDollars } from "./exact-dollars";
import { changeOf, type SpendLine, totalOf } from "./spend-lines";
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

/** A page of the lines of a report, with their shares, and the sum of all lines. `lines`: in order. */
export function SpendTable({
  lines,
  view: { dimension, granularity, filter, before, isExact, order, page: asked },
  series,
  callsOf,
  onDrillDown,
  onSort,
  onPage,
}: {
  lines: readonly SpendLine[];
  view: SpendView;
  series: readonly Series[];
  /** The address of the calls of a line; undefined if there is none. */
  callsOf: (line: SpendLine) => string | undefined;
} & TableActions) {
  const isByTime = dimension === "all";
  // The address may name a page that no longer exists.
  const size = isByTime ? SIZES.times : SIZES.names;
  const page = Math.min(asked, Math.max(1, Math.ceil(lines.length / size)));
  const shown = lines.slice((page - 1) * size, page * size);
  const label = isByTime ? TIMES[granularity] : DIMENSIONS[dimension].label;
  const heading = isByTime ? `${label} (${filter.time_zone})` : label;
  const colours = new Map(series.map((one) => [one.group, one.colour]));
  const exactDigits = digitsOf(lines.map(({ nanos }) => nanos));
  const amount = (nanos: number): string => (isExact ? exactDollars(nanos, exactDigits) : formatDollars(nanos / 1e9));
  const total = totalOf(lines);
  const digits = fractionDigits(...[...shown, total].map(({ nanos }) => amount(nanos)));
  const isCompared = before !== undefined && !isByTime;
  const sorting = { order, onSort: (column: SpendColumn) => onSort(textAfterClick(order, column, isByTime)) };
  const head = (column: SpendColumn, title: string, className?: string) => (
    <SortHead column={column} sorting={sorting} align={column === "name" ? "left" : "right"} className={className}>
      {title}
    </SortHead>
  );
  return (
    <div className="border-t">
      <Table label={`Spend by ${label.toLowerCase()}${isByTime ? ` (${filter.time_zone})` : ""}`}>
        <thead>
          <tr>
            {head("name", heading)}
            {head("calls", "Calls")}
            {head("failed", "Failed", "hidden md:table-cell")}
            {head("input", "Tokens in", "hidden md:table-cell")}
            {head("output", "Tokens out", "hidden md:table-cell")}
            {head("unpriced", "Unpriced", "hidden lg:table-cell")}
            {isCompared && head("change", "Change", "hidden sm:table-cell")}
            <HeadCell align="right" className="hidden sm:table-cell">
              Share
            </HeadCell>
            {head("spend", "Spend")}
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <Row key={line.group}>
              <Cell>
                <span className="flex items-center gap-2">
                  {!isByTime && (
                    <span
                      className="size-2.5 shrink-0 rounded-xs"
                      style={{ background: colours.get(line.group) ?? OTHERS_COLOUR }}
                      aria-hidden
                    />
                  )}
                  <LineName line={line} step={drillDownOf(dimension, line.group)} onDrillDown={onDrillDown} />
                  <PageLink name={line.name} address={payerAddress(dimension, line.group)} />
                </span>
              </Cell>
              <Counts line={line}>
                <CallCount line={line} address={callsOf(line)} />
              </Counts>
              {isCompared && (
                <Cell align="right" className="hidden text-ink-soft tabular-nums sm:table-cell">
                  {line.before === undefined ? "" : changeOf(line.nanos, line.before)}
                </Cell>
              )}
              <Cell align="right" className="hidden text-ink-soft tabular-nums sm:table-cell">
                {(line.share / 10).toFixed(1)}%
              </Cell>
              <Cell align="right" className="font-medium tabular-nums">
                <AlignedAmount amount={amount(line.nanos)} digits={digits} />
              </Cell>
            </Row>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t bg-muted/50 font-medium">
            <Cell>{dimension === "tag" ? "Sum of the tags" : "Total"}</Cell>
            <Counts line={total}>{formatCompact(total.calls)}</Counts>
            {isCompared && <Cell className="hidden sm:table-cell" />}
            <Cell align="right" className="hidden tabular-nums sm:table-cell">
              {(total.share / 10).toFixed(1)}%
            </Cell>
            <Cell align="right" className="font-semibold tabular-nums">
              <AlignedAmount amount={amount(total.nanos)} digits={digits} />
            </Cell>
          </tr>
        </tfoot>
      </Table>
      {lines.length > size && <Pager page={page} size={size} total={lines.length} onPage={onPage} />}
    </div>
  );
}

const TIMES = { hour: "Hour", day: "Day", week: "Week", month: "Month" } as const;

/** The cells of the counts of a line; `children`: its calls. */
function Counts({
  line,
  children,
}: {
  line: Pick<SpendLine, "failed_calls" | "prompt_tokens" | "completion_tokens" | "unpriced_calls">;
  children: React.ReactNode;
}) {
  return (
    <>
      <Cell align="right" className="tabular-nums">
        {children}
      </Cell>
      <Cell align="right" className="hidden tabular-nums md:table-cell">
        {formatCompact(line.failed_calls)}
      </Cell>
      <Cell align="right" className="hidden tabular-nums md:table-cell">
        {formatCompact(line.prompt_tokens)}
      </Cell>
      <Cell align="right" className="hidden tabular-nums md:table-cell">
        {formatCompact(line.completion_tokens)}
      </Cell>
      <Cell
        align="right"
        className={`hidden tabular-nums lg:table-cell ${line.unpriced_calls > 0 ? "text-warn" : "text-ink-faint"}`}
      >
        {formatCompact(line.unpriced_calls)}
      </Cell>
    </>
  );
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
      {hasId && (
        <span className="block max-w-36 truncate font-mono text-small text-ink-faint sm:max-w-64">{group}</span>
      )}
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
