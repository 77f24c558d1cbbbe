"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { addressOf } from "@/components/api/address";
import { formatAxisDollars, formatCompact, formatDollars, formatPercent } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { type Bucket, bucketKey, bucketLabel, bucketsOf, openBucketKey } from "./buckets";
import { callsAddress } from "./drill-down";
import { axisText } from "@/components/charts/axis-text";
import type { ChartStep } from "@/components/charts/changes/annotations";
import { useChanges } from "@/components/charts/changes/use-changes";
import { DAY_MS } from "@/lib/time/period";
import { LazySpendChart } from "@/components/charts/lazy-spend-chart";
import { LegendButton } from "@/components/charts/legend-button";
import { useHiddenParts } from "@/components/charts/use-hidden-parts";
import { orderedLines } from "./spend-order";
import { spendLines } from "./spend-lines";
import { SpendTable, type TableActions } from "./spend-table";
import type { SpendView } from "./spend-view";
import { type Series, type SpendDimension, type SpendRow, stackByDay } from "@/components/charts/stack-by-day";

/** The figures of the page beside its chart, or above it where there is no room. */
export function BesideTotals({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="border-b lg:grid lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="max-lg:border-b lg:order-last lg:border-l">{side}</div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** A report as a chart with its legend, and as a table. `view`: its zone is that of the answer. */
export function SpendBody({
  rows,
  rowsBefore,
  chartRows,
  chartDimension,
  groups,
  view,
  side,
  notes,
  ...table
}: {
  rows: readonly SpendRow[];
  rowsBefore: readonly SpendRow[] | undefined;
  chartRows: readonly SpendRow[];
  /** The dimension of the chart's series: that of the view, or "all". */
  chartDimension: SpendDimension;
  /** How many groups the range has; undefined: more than `rows`. */
  groups: number | undefined;
  view: SpendView;
  /** The figures beside the chart. */
  side: ReactNode;
  /** What stands between the chart and the table. */
  notes: ReactNode;
} & TableActions) {
  const router = useRouter();
  const [now] = useState(serverTime);
  const { dimension, measure, granularity, filter } = view;
  const { start_date, end_date, time_zone: zone } = filter;
  const buckets = useMemo(
    () => bucketsOf(granularity, { start_date, end_date }, zone),
    [granularity, start_date, end_date, zone],
  );
  const stacked = useStacked(chartRows, chartDimension, buckets, { groups, moreThan: rows.length }, view);
  const [hidden, turn] = useHiddenParts();
  const shown = useMemo(() => stacked.series.filter(({ key }) => !hidden.has(key)), [stacked, hidden]);
  const lines = useLines(rows, rowsBefore, view);
  const changes = useChanges(useMemo(() => buckets.map(stepOf), [buckets]));
  const periodOf = (key: string) => buckets.find((bucket) => bucket.key === key);
  const callsOf = (of: SpendDimension, group: string, bucket?: string): string | undefined => {
    const found = bucket === undefined ? undefined : periodOf(bucket);
    return callsAddress(of, group, filter, found && { from: found.from, to: found.to });
  };
  const openKey = openBucketKey(granularity, { start_date, end_date }, zone, now);
  return (
    <>
      <BesideTotals side={side}>
        <div className="px-4 pt-3 pb-2">
          <LazySpendChart
            series={shown}
            days={stacked.days}
            openKey={openKey}
            changes={changes}
            axis={axisText(granularity, zone, openKey !== undefined)}
            format={measure === "spend" ? formatDollars : formatCompact}
            formatTick={measure === "spend" ? formatAxisDollars : formatCompact}
            formatBar={(key, isFull) => bucketLabel(granularity, key, isFull)}
            onOpen={(bucket, group) => {
              const address = callsOf(chartDimension, group, bucket);
              if (address !== undefined) router.push(addressOf(address));
            }}
            label={`${measure} per ${granularity}, ${start_date} to ${end_date}, ${zone}`}
          />
          {chartDimension !== "all" && <Legend series={stacked.series} hidden={hidden} onTurn={turn} />}
        </div>
      </BesideTotals>
      {notes}
      <SpendTable
        lines={lines}
        view={view}
        series={stacked.series}
        callsOf={({ group }) => (dimension === "all" ? callsOf("all", "", group) : callsOf(dimension, group))}
        {...table}
      />
    </>
  );
}

/** The bars of the chart. `counted`: how many groups there are, or more than how many. */
function useStacked(
  rows: readonly SpendRow[],
  dimension: SpendDimension,
  buckets: readonly Bucket[],
  { groups, moreThan }: { readonly groups: number | undefined; readonly moreThan: number },
  { measure, granularity, filter: { start_date, end_date } }: SpendView,
) {
  return useMemo(() => {
    const keyOf = (row: SpendRow) => bucketKey(granularity, row, { start_date, end_date });
    const keys = buckets.map(({ key }) => key);
    return stackByDay(rows, dimension, measure, keys, { keyOf, groups, moreThan });
  }, [rows, dimension, measure, buckets, granularity, start_date, end_date, groups, moreThan]);
}

/** A bar as a step between instants: its period may be days of UTC, the last one included. */
function stepOf({ key, from, to }: Bucket): ChartStep {
  return { key, from: Date.parse(from), to: Date.parse(to) + (to.includes("T") ? 0 : DAY_MS) };
}

/** The lines of the table, in order. */
function useLines(rows: readonly SpendRow[], rowsBefore: readonly SpendRow[] | undefined, view: SpendView) {
  const { dimension, granularity, order } = view;
  const { start_date, end_date } = view.filter;
  const lines = useMemo(
    () =>
      dimension === "all"
        ? spendLines(
            rows,
            { dimension, bucketOf: (row) => bucketKey(granularity, row, { start_date, end_date }) },
            undefined,
          ).map((line) => ({ ...line, name: bucketLabel(granularity, line.group, true) }))
        : spendLines(rows, { dimension }, rowsBefore),
    [rows, rowsBefore, dimension, granularity, start_date, end_date],
  );
  return useMemo(
    () => orderedLines(lines, { sort: order.sort, order: order.order }, dimension === "all"),
    [lines, order.sort, order.order, dimension],
  );
}

/** What the colours of the chart stand for, and how much the small groups are together. */
function Legend({
  series: all,
  hidden,
  onTurn,
}: {
  series: readonly Series[];
  hidden: ReadonlySet<string>;
  onTurn: (key: string) => void;
}) {
  const whole = all.reduce((sum, { total }) => sum + total, 0);
  return (
    <ul className="-mx-1 mt-2 flex flex-wrap gap-x-2 gap-y-0.5 pb-2" aria-label="Legend">
      {all.map(({ key, group, label, colour, total }) => (
        <li key={key} className="max-w-full">
          <LegendButton
            {...{ label, colour }}
            title={group === undefined || label.includes(group) ? label : `${label} (${group})`}
            detail={group === undefined && whole > 0 ? formatPercent(total / whole) : undefined}
            isShown={!hidden.has(key)}
            onTurn={() => onTurn(key)}
          />
        </li>
      ))}
    </ul>
  );
}
