import { ChartLine } from "lucide-react";
import { CallSeries, MetricChoice } from "@/components/charts/call-series";
import type { SeriesMetricName } from "@/components/charts/series-metrics";
import { EmptyState } from "@/components/ui/states";
import { isoTime } from "@/components/time-range/spend-range";
import { DAY_MS } from "@/lib/time/period";
import type { AskedList } from "./filters";

/** How many days a chart shows whose address names no time. */
const USUAL_DAYS = 7;

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
  metric: SeriesMetricName;
  today: number;
  onMetric: (metric: SeriesMetricName) => void;
  onOpen: (from: string, until: string) => void;
}) {
  if (files.of !== "calls")
    return (
      <EmptyState icon={ChartLine} title="Charts are of calls">
        Refused requests have no duration and no price. Refusals shows their number over time.
      </EmptyState>
    );
  const hasTime = files.filter.start_date !== undefined || files.filter.end_date !== undefined;
  // A chart of all time would have too many points; it begins with a whole hour, so that its address is read once.
  const since = isoTime(Math.floor(today / 3_600_000) * 3_600_000 - USUAL_DAYS * DAY_MS);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <MetricChoice value={metric} onChange={onMetric} />
        {!hasTime && <span className="text-meta text-ink-soft">The last {USUAL_DAYS} days</span>}
      </div>
      <CallSeries
        filter={hasTime ? files.filter : { ...files.filter, start_date: since }}
        metric={metric}
        onOpen={onOpen}
      />
    </>
  );
}
