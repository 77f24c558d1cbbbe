import type { SpendFilter } from "./spend-view";
import { Link } from "@/components/ui/link";
import { formatCompact, formatDollars } from "@/components/api/format";
import type { SpendRow } from "./stack-by-day";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import { callsAddress, type DrillDown, drillDownOf } from "./drill-down";
import { DIMENSIONS, groupOf, labelOf, type Series, type SpendDimension } from "./stack-by-day";

type Line = Pick<
  SpendRow,
  "spend" | "calls" | "failed_calls" | "prompt_tokens" | "completion_tokens" | "unpriced_calls"
> & { group: string; name: string };

/** The rows added up by group, highest spend first, or by day, newest first. */
function addUp(rows: readonly SpendRow[], dimension: SpendDimension): Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const group = dimension === "all" ? (row.day?.slice(0, 10) ?? "") : groupOf(row, dimension);
    const name = dimension === "all" ? group : labelOf(row, dimension);
    const line = lines.get(group) ?? {
      spend: 0,
      calls: 0,
      failed_calls: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      unpriced_calls: 0,
    };
    lines.set(group, {
      group,
      name,
      spend: line.spend + row.spend,
      calls: line.calls + row.calls,
      failed_calls: line.failed_calls + row.failed_calls,
      prompt_tokens: line.prompt_tokens + row.prompt_tokens,
      completion_tokens: line.completion_tokens + row.completion_tokens,
      unpriced_calls: line.unpriced_calls + row.unpriced_calls,
    });
  }
  return [...lines.values()].sort((a, b) =>
    dimension === "all" ? (a.group < b.group ? 1 : -1) : b.spend - a.spend || b.calls - a.calls,
  );
}

export function SpendTable({
  rows,
  dimension,
  series,
  filter,
  onDrillDown,
}: {
  rows: readonly SpendRow[];
  dimension: SpendDimension;
  series: readonly Series[];
  filter: SpendFilter;
  onDrillDown: (step: DrillDown) => void;
}) {
  const heading = dimension === "all" ? "Day (UTC)" : DIMENSIONS[dimension].label;
  const colours = new Map(series.map((one) => [one.group, one.colour]));
  return (
    <div className="border-t">
      <Table label={`Spend by ${heading.toLowerCase()}`}>
        <thead>
          <tr>
            <HeadCell>{heading}</HeadCell>
            <HeadCell align="right">Calls</HeadCell>
            <HeadCell align="right" className="hidden sm:table-cell">
              Failed
            </HeadCell>
            <HeadCell align="right" className="hidden sm:table-cell">
              Tokens in
            </HeadCell>
            <HeadCell align="right" className="hidden sm:table-cell">
              Tokens out
            </HeadCell>
            <HeadCell align="right" className="hidden md:table-cell">
              Unpriced
            </HeadCell>
            <HeadCell align="right">Spend</HeadCell>
          </tr>
        </thead>
        <tbody>
          {addUp(rows, dimension).map((line) => (
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
                </span>
              </Cell>
              <Cell align="right">
                <CallCount line={line} address={callsAddress(dimension, line.group, filter)} />
              </Cell>
              <Cell align="right" className="hidden sm:table-cell">
                {formatCompact(line.failed_calls)}
              </Cell>
              <Cell align="right" className="hidden sm:table-cell">
                {formatCompact(line.prompt_tokens)}
              </Cell>
              <Cell align="right" className="hidden sm:table-cell">
                {formatCompact(line.completion_tokens)}
              </Cell>
              <Cell
                align="right"
                className={`hidden md:table-cell ${line.unpriced_calls > 0 ? "text-warn" : "text-ink-faint"}`}
              >
                {formatCompact(line.unpriced_calls)}
              </Cell>
              <Cell align="right" className="font-medium">
                {formatDollars(line.spend)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The name of a line, with the id below it if they differ. */
function LineName({
  line: { name, group },
  step,
  onDrillDown,
}: {
  line: Line;
  step: DrillDown | undefined;
  onDrillDown: (step: DrillDown) => void;
}) {
  return (
    <span className="min-w-0" title={name === group ? name : `${name} (${group})`}>
      {step ? (
        <OpenButton name={name} onOpen={() => onDrillDown(step)} />
      ) : (
        <span className="block max-w-36 truncate font-medium sm:max-w-64">{name}</span>
      )}
      {name !== group && (
        <span className="block max-w-36 truncate font-mono text-[12px] text-ink-faint sm:max-w-64">{group}</span>
      )}
    </span>
  );
}

/** The number of calls, as a link to them. */
function CallCount({ line, address }: { line: Line; address: string | undefined }) {
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
