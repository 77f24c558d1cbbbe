"use client";
import { useMemo } from "react";
import { formatCount } from "@/components/api/format";
import type { InputOf } from "@/components/api/client";
import { PAGED, useRead } from "@/components/api/use-read";
import { Segmented } from "@/components/ui/segmented";
import { ErrorState } from "@/components/ui/states";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { type ChartMeasure, isTimed, type Percentile } from "@/lib/wire/dashboards/measures";
import type { SeriesDivision, SpendSeries } from "@/lib/wire/series/spend-series";
import { ChartSkeleton } from "./chart-skeleton";
import { drawnGroups } from "./divided-series";
import { drawnSeries, SERIES_METRIC_NAMES, SERIES_METRICS } from "./series-metrics";
import { type ChartSize, type OpenStep, TimedChart } from "./timed-chart";

const REFRESH_MS = 60_000;

/** The filters of a chart of calls, as the API takes them. */
export type SeriesFilter = Omit<
  InputOf<typeof spendContracts.series>,
  "step" | "time_zone" | "by" | "search" | "times"
>;

/** Into what a chart of calls is divided. */
interface Division {
  readonly by: SeriesDivision;
  /** A part of the ids or names; empty: all. */
  readonly search: string;
  /** What is drawn of times. */
  readonly percentile: Percentile;
}

/** The choice of what a chart of calls shows. */
export function MetricChoice({ value, onChange }: { value: ChartMeasure; onChange: (metric: ChartMeasure) => void }) {
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

/** A chart of the calls that the filters take. */
export function CallSeries({
  filter,
  metric,
  division,
  zone = "UTC",
  size,
  onOpen,
}: {
  filter: SeriesFilter;
  metric: ChartMeasure;
  division?: Division | undefined;
  zone?: string;
  size?: ChartSize;
  onOpen?: OpenStep | undefined;
}) {
  const divided = division && { by: division.by, ...(division.search !== "" && { search: division.search }) };
  const needsTimes = isTimed(metric);
  const asked = { ...filter, ...divided, time_zone: zone, ...(!needsTimes && { times: "false" as const }) };
  const found = useRead(spendContracts.series, asked, { ...PAGED, refetchInterval: REFRESH_MS });
  // A series of before that no call was read for has no times to draw.
  const lacksTimes = needsTimes && found.isPlaceholderData && found.data?.read === 0;
  const series = lacksTimes ? undefined : found.data;
  const { percentile, search } = division ?? {};
  const chart = useMemo(() => {
    if (!series) return undefined;
    // A series of before, which is shown until its successor is there, may not be divided.
    return percentile !== undefined && series.groups
      ? drawnGroups(metric, percentile, series, search === "")
      : drawnSeries(metric, series.data);
  }, [series, metric, percentile, search]);
  if (found.error && !series) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (!series || !chart) return <ChartSkeleton size={size} />;
  return (
    <TimedChart
      chart={chart}
      step={series.step}
      zone={series.time_zone}
      notes={notesOf(series)}
      whenEmpty={
        series.of === 0
          ? "No call in this time matches the filters."
          : `None of the ${formatCount(series.of)} calls has a value.`
      }
      {...(size && { size })}
      onOpen={onOpen}
    />
  );
}

/** What is to be known about the figures of a series. */
function notesOf({ sampled, counts, read, of, note, groups = [] }: SpendSeries): string[] {
  const drawn = `Drawn from a sample of ${formatCount(read)} of ${counts === "exact" ? "" : "about "}${formatCount(of)} calls`;
  const ofGroups = groups.filter((group) => group.sampled).length;
  return [
    ...(sampled
      ? [
          `${drawn}${counts === "exact" ? "; calls, spend and tokens count every one." : "; all figures are estimates."}`,
        ]
      : []),
    ...(!sampled && ofGroups > 0 ? ["Some of the lines are drawn from samples."] : []),
    ...(note === undefined ? [] : [note]),
  ];
}
