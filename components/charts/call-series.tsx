"use client";
import { ChartLine } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { formatCount } from "@/components/api/format";
import type { InputOf } from "@/components/api/client";
import { PAGED, useRead } from "@/components/api/use-read";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { SpendSeries } from "@/lib/wire/series/spend-series";
import { ChangesButton } from "./changes/changes-button";
import type { ChartStep } from "./changes/marks";
import { type Changes, useChanges } from "./changes/use-changes";
import {
  hasValues,
  SERIES_METRIC_NAMES,
  SERIES_METRICS,
  type SeriesMetric,
  type SeriesMetricName,
  stepNames,
} from "./series-metrics";

const REFRESH_MS = 60_000;

const Chart = dynamic(() => import("./series-chart").then((module) => module.SeriesChart), {
  ssr: false,
  loading: () => <Skeleton className="h-72 w-full" />,
});

/** The filters of a chart of calls, as the API takes them. */
export type SeriesFilter = Omit<InputOf<typeof spendContracts.series>, "step" | "time_zone">;

/** The choice of what a chart of calls shows. */
export function MetricChoice({
  value,
  onChange,
}: {
  value: SeriesMetricName;
  onChange: (metric: SeriesMetricName) => void;
}) {
  return (
    <Segmented
      isStacked
      label="Chart of"
      options={SERIES_METRIC_NAMES.map((name) => ({ value: name, label: SERIES_METRICS[name].label }))}
      value={value}
      onChange={onChange}
    />
  );
}

/**
 * A chart of the calls that the filters take. `onOpen`: with the instants between which the step of a bar lies, as ISO
 * times.
 */
export function CallSeries({
  filter,
  metric: name,
  zone = "UTC",
  onOpen,
}: {
  filter: SeriesFilter;
  metric: SeriesMetricName;
  zone?: string;
  onOpen?: (from: string, until: string) => void;
}) {
  const found = useRead(
    spendContracts.series,
    { ...filter, time_zone: zone },
    { ...PAGED, refetchInterval: REFRESH_MS },
  );
  const metric: SeriesMetric = SERIES_METRICS[name];
  const series = found.data;
  const steps = useMemo(() => (series ? stepsOf(series) : []), [series]);
  const changes = useChanges(steps);
  if (found.error && !series) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (!series)
    return (
      <div className="p-4">
        <Skeleton className="h-88 w-full" />
      </div>
    );
  if (!hasValues(metric, series.data))
    return (
      <EmptyState icon={ChartLine} title={`No ${metric.label.toLowerCase()} to draw`}>
        {series.read === 0
          ? "No call in this time matches the filters."
          : `None of the ${formatCount(series.read)} calls has a value.`}
      </EmptyState>
    );
  const nameOf = stepNames(series, zone);
  const startOf = (step: number): string | undefined => series.data[step]?.at;
  return (
    <div className="p-4">
      <Chart
        metric={metric}
        points={series.data}
        nameOf={nameOf}
        label={`${metric.label} over time`}
        marks={changes.marks}
        onOpen={
          onOpen &&
          ((step) => {
            const from = startOf(step);
            if (from !== undefined) onOpen(from, startOf(step + 1) ?? endOf(series));
          })
        }
      />
      <Legend metric={metric} series={series} zone={zone} changes={changes} />
      <Figures metric={metric} series={series} nameOf={nameOf} />
    </div>
  );
}

const STEP_WORDS = { "1m": "minute", "5m": "5 minutes", "15m": "15 minutes", "1h": "hour", "1d": "day" } as const;

/** The steps between which changes are looked for. */
function stepsOf(series: SpendSeries): readonly ChartStep[] {
  return series.data.map(({ at }, step) => ({
    key: at,
    from: Date.parse(at),
    to: Date.parse(series.data[step + 1]?.at ?? endOf(series)),
  }));
}

/** When the last step ends: as long after its start as the one before, or now. */
function endOf({ data }: SpendSeries): string {
  const [last, before] = [data.at(-1), data.at(-2)];
  if (!last || !before) return new Date().toISOString();
  return new Date(2 * Date.parse(last.at) - Date.parse(before.at)).toISOString();
}

/** What the lines are, and how they were made. */
function Legend({
  metric,
  series,
  zone,
  changes,
}: {
  metric: SeriesMetric;
  series: SpendSeries;
  zone: string;
  changes: Changes;
}) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-soft">
      {metric.parts.map(({ label, colour }) => (
        <span key={label} className="flex items-center gap-1.5">
          <span className="size-2 rounded-xs" style={{ background: colour }} aria-hidden />
          {label}
        </span>
      ))}
      <ChangesButton changes={changes} />
      <span className="ml-auto text-ink-faint">
        Per {STEP_WORDS[series.step]}, {zone}
      </span>
      {series.sampled && (
        <p className="w-full text-warn">
          Drawn from a sample of {formatCount(series.read)} calls
          {series.counts === "exact" ? "; calls, spend and tokens count every one." : "; all figures are estimates."}
        </p>
      )}
      {series.note !== undefined && <p className="w-full text-warn">{series.note}</p>}
    </div>
  );
}

/** The numbers of the chart as a table, for those who read rather than look. */
function Figures({
  metric,
  series,
  nameOf,
}: {
  metric: SeriesMetric;
  series: SpendSeries;
  nameOf: (at: string, isFull?: boolean) => string;
}) {
  const rows = series.data.filter(({ calls }) => calls > 0).toReversed();
  return (
    <details className="mt-2 text-meta">
      <summary className="cursor-pointer rounded text-accent-text">Figures</summary>
      <div className="mt-2 max-h-72 overflow-y-auto" tabIndex={0} role="region" aria-label={`Figures: ${metric.label}`}>
        <table className="w-full text-right tabular-nums">
          <thead>
            <tr className="text-ink-faint">
              <th scope="col" className="py-1 text-left font-medium">
                From
              </th>
              {metric.parts.map(({ label }) => (
                <th key={label} scope="col" className="py-1 pl-4 font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => (
              <tr key={point.at} className="border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {nameOf(point.at, true)}
                </th>
                {metric.parts.map(({ label, of }) => {
                  const value = of(point);
                  return (
                    <td key={label} className="py-1 pl-4">
                      {value === null ? "–" : metric.format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
