import { ChartLine } from "lucide-react";
import { CallSeries, MetricChoice } from "@/components/charts/call-series";
import { SERIES_METRICS } from "@/components/charts/series-metrics";
import { PinButton } from "@/components/dashboards/pin-button";
import { EmptyState } from "@/components/ui/states";
import { isoTime } from "@/components/time-range/spend-range";
import type { ChartMeasure } from "@/lib/wire/dashboards/measures";
import { DAY_MS } from "@/lib/time/period";
import type { AskedList } from "./filters";

/** How many days a chart shows whose address names no time. */
const USUAL_DAYS = 7;
const HOUR_MS = 3_600_000;

/**
 * The calls of the list as a chart. `files`: the filters of calls. `today`: milliseconds since the epoch. `onOpen`:
 * called with the instants between which a step lies.
 */
export function RequestsChart({
  files,
  metric,
  today,
  onMetric,
  onOpen,
}: {
  files: AskedList;
  metric: ChartMeasure;
  today: number;
  onMetric: (metric: ChartMeasure) => void;
  onOpen: (from: string, until: string) => void;
}) {
  if (files.of !== "calls")
    return (
      <EmptyState icon={ChartLine} title="Charts are of calls">
        Refused requests have no duration and no price. Refusals shows their number over time.
      </EmptyState>
    );
  const { start_date, end_date, ...filter } = files.filter;
  const hasTime = start_date !== undefined || end_date !== undefined;
  // A chart of all time would have too many points; it begins with a whole hour, so that its address is read once.
  const since = isoTime(Math.floor(today / HOUR_MS) * HOUR_MS - USUAL_DAYS * DAY_MS);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <MetricChoice value={metric} onChange={onMetric} />
        {!hasTime && <span className="text-meta text-ink-soft">The last {USUAL_DAYS} days</span>}
        <span className="ml-auto">
          <PinButton
            hours={hoursOf(start_date, end_date, today)}
            panel={{ of: "calls", title: SERIES_METRICS[metric].label, measure: metric, filter }}
          />
        </span>
      </div>
      <CallSeries
        filter={hasTime ? files.filter : { ...files.filter, start_date: since }}
        metric={metric}
        onOpen={onOpen}
      />
    </>
  );
}

/** How many hours the time of a chart covers: an instant or a UTC day each, or none. */
function hoursOf(start: string | undefined, end: string | undefined, today: number): number {
  if (start === undefined) return USUAL_DAYS * 24;
  const until = end === undefined ? today : Math.min(today, Date.parse(end) + (end.includes("T") ? 0 : DAY_MS));
  return Math.max(1, Math.ceil((until - Date.parse(start)) / HOUR_MS) || 1);
}
