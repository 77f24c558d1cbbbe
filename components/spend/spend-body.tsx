"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { addressOf } from "@/components/api/address";
import { formatAxisDollars, formatCompact, formatDollars } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { type Bucket, bucketKey, bucketLabel, bucketsOf, openBucketKey } from "./buckets";
import { callsAddress } from "./drill-down";
import { axisText } from "@/components/charts/axis-text";
import type { ChartStep } from "@/components/charts/changes/annotations";
import { useChanges } from "@/components/charts/changes/use-changes";
import { DAY_MS } from "@/lib/time/period";
import { LazySpendChart } from "@/components/charts/lazy-spend-chart";
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
  const stacked = useMemo(
    () =>
      stackByDay(
        chartRows,
        chartDimension,
        measure,
        buckets.map(({ key }) => key),
        { keyOf: (row) => bucketKey(granularity, row, { start_date, end_date }), groups },
      ),
    [chartRows, chartDimension, measure, buckets, granularity, start_date, end_date, groups],
  );
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
            series={stacked.series}
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
          {chartDimension !== "all" && <Legend series={stacked.series} />}
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

/** What the colours of the chart stand for. */
function Legend({ series: all }: { series: readonly Series[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pb-2 text-meta" aria-label="Legend">
      {all.map((series) => (
        <li key={series.key} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-xs" style={{ background: series.colour }} aria-hidden />
          <span
            className="max-w-48 truncate text-ink-soft"
            title={
              series.group === undefined || series.label.includes(series.group)
                ? series.label
                : `${series.label} (${series.group})`
            }
          >
            {series.label}
          </span>
        </li>
      ))}
    </ul>
  );
}
