import { ArrowUpRight } from "lucide-react";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { formatCompact, formatDollars } from "@/components/api/format";
import { Button } from "@/components/ui/button";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import { type DrillDown, drillDownOf, payerAddress } from "./drill-down";
import { digitsOf, exactDollars } from "./exact-dollars";
import { changeOf, type SpendLine, totalOf } from "./spend-lines";
import type { SpendView } from "./spend-view";
import { DIMENSIONS, type Series } from "@/components/charts/stack-by-day";

/** How many lines are shown at first; each costs the browser time. */
const SHOWN = 50;

/** The lines of a report with their shares and their sum. The sum is over all lines, also those not shown yet. */
export function SpendTable({
  lines,
  view: { dimension, granularity, filter, before, isExact },
  series,
  callsOf,
  onDrillDown,
}: {
  lines: readonly SpendLine[];
  view: SpendView;
  series: readonly Series[];
  /** The address of the calls of a line; undefined if there is none. */
  callsOf: (line: SpendLine) => string | undefined;
  onDrillDown: (step: DrillDown) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, SHOWN);
  const label = dimension === "all" ? TIMES[granularity] : DIMENSIONS[dimension].label;
  const heading = dimension === "all" ? `${label} (${filter.time_zone})` : label;
  const colours = new Map(series.map((one) => [one.group, one.colour]));
  const digits = digitsOf(lines.map(({ nanos }) => nanos));
  const amount = (nanos: number): string => (isExact ? exactDollars(nanos, digits) : formatDollars(nanos / 1e9));
  const total = totalOf(lines);
  const isCompared = before !== undefined && dimension !== "all";
  return (
    <div className="border-t">
      <Table label={`Spend by ${label.toLowerCase()}${dimension === "all" ? ` (${filter.time_zone})` : ""}`}>
        <thead>
          <tr>
            <HeadCell>{heading}</HeadCell>
            <HeadCell align="right">Calls</HeadCell>
            <HeadCell align="right" className="hidden md:table-cell">
              Failed
            </HeadCell>
            <HeadCell align="right" className="hidden md:table-cell">
              Tokens in
            </HeadCell>
            <HeadCell align="right" className="hidden md:table-cell">
              Tokens out
            </HeadCell>
            <HeadCell align="right" className="hidden lg:table-cell">
              Unpriced
            </HeadCell>
            {isCompared && (
              <HeadCell align="right" className="hidden sm:table-cell">
                Change
              </HeadCell>
            )}
            <HeadCell align="right" className="hidden sm:table-cell">
              Share
            </HeadCell>
            <HeadCell align="right">Spend</HeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <Row key={line.group}>
              <Cell>
                <span className="flex items-center gap-2">
                  {dimension !== "all" && (
                    <span
                      className="size-2.5 shrink-0 rounded-xs"
                      style={{ background: colours.get(line.group) ?? "var(--series-other)" }}
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
                {amount(line.nanos)}
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
              {amount(total.nanos)}
            </Cell>
          </tr>
        </tfoot>
      </Table>
      {shown.length < lines.length && (
        <p className="flex items-center gap-3 border-t px-4 py-2 text-ink-soft">
          The first {shown.length} of {formatCompact(lines.length)} lines. The total has all of them.
          <Button size="small" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </p>
      )}
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
        <span className="block max-w-36 truncate font-mono text-[12px] text-ink-faint sm:max-w-64">{group}</span>
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
