"use client";
import { useMemo } from "react";
import { queryString } from "@/components/api/client";
import {
  formatCompact,
  formatCount,
  formatDay,
  formatDollars,
  formatDuration,
  formatPercent,
} from "@/components/api/format";
import { DailySpendChart } from "@/components/charts/daily-spend-chart";
import { daysBetween } from "@/components/charts/stack-by-day";
import { Stat, Stats } from "@/components/shared/stat";
import type { PageTime } from "@/components/time-range/page-time";
import { callsPeriod, type DayRange } from "@/components/time-range/spend-range";
import { Card, CardHeader } from "@/components/ui/card";
import type { SpendReport } from "@/lib/wire/spend";
import { MoreLink } from "@/components/detail-page/read-section";
import { changeText } from "./change-text";
import type { OverviewReads } from "./use-overview-reads";

/** The figures of the page's time, and how they differ from those of the time that it is compared with. */
export function MoneyStats({
  totals,
  earlier,
  reads: { before, latency, latencyBefore },
}: {
  totals: SpendReport["totals"];
  earlier: DayRange | undefined;
  reads: Pick<OverviewReads, "before" | "latency" | "latencyBefore">;
}) {
  const { spend, calls, failed_calls: failed, unpriced_calls: unpriced } = totals;
  const period = earlier && `${formatDay(earlier.start_date)} to ${formatDay(earlier.end_date)}`;
  const than = (name: "spend" | "calls"): string => {
    if (period === undefined) return "";
    if (before.isLoadingError) return "the period before is unknown";
    return before.data ? changeText(totals[name], before.data.totals[name], period) : "";
  };
  return (
    <Stats columns={2}>
      <Stat label="Spend" value={formatDollars(spend)} note={than("spend")} />
      <Stat label="Calls" value={formatCompact(calls)} note={than("calls")} />
      <Stat
        label="Failed calls"
        value={calls === 0 ? "–" : formatPercent(failed / calls)}
        note={`${formatCount(failed)} of ${formatCount(calls)}`}
      />
      <LatencyStat now={latency} before={period === undefined ? undefined : latencyBefore} period={period} />
      {unpriced > 0 && (
        <div className="col-span-2">
          <Stat
            label="Unpriced calls"
            value={formatCompact(unpriced)}
            note={<MoreLink href="/console/prices">Add a price</MoreLink>}
            tone="warn"
          />
        </div>
      )}
    </Stats>
  );
}

/** The p95 of the successful calls. */
function LatencyStat({
  now: { data, isLoadingError },
  before,
  period = "",
}: {
  now: OverviewReads["latency"];
  before: OverviewReads["latency"] | undefined;
  period: string | undefined;
}) {
  const { p50_ms: p50 = null, p95_ms: p95 } = data?.data[0] ?? {};
  const earlier = before?.data?.data[0]?.p95_ms ?? null;
  const note = !data
    ? isLoadingError && "could not be read"
    : [
        ...(p95 !== null && p95 !== undefined && earlier !== null ? [changeText(p95, earlier, period)] : []),
        ...(data.sampled ? [`of ${formatCompact(data.read)} calls`] : []),
      ].join(", ");
  return (
    <Stat
      label="p95 latency"
      value={
        isLoadingError || p95 === null ? (
          "–"
        ) : p95 === undefined ? undefined : (
          <span title={p50 === null ? undefined : `p50: ${formatDuration(p50)}`}>{formatDuration(p95)}</span>
        )
      }
      note={note}
    />
  );
}

/** The spend of each day of the page's time. */
export function DaysCard({ report, time }: { report: SpendReport; time: PageTime }) {
  const { start_date: from, end_date: to, time_zone: zone, words, address } = time;
  const days = useMemo(() => daysBetween(from, to), [from, to]);
  return (
    <Card>
      <CardHeader title={`Spend per day, ${words}`}>
        <MoreLink href={`/console/spend${queryString(address)}`}>All charts</MoreLink>
      </CardHeader>
      <div className="px-4 py-3">
        <DailySpendChart
          rows={report.data}
          days={days}
          zone={zone}
          words={words}
          callsOf={(day) => {
            const of = callsPeriod({ start_date: day, end_date: day }, zone);
            return `/console/requests${queryString({ status: "calls", time: "between", ...of })}`;
          }}
          showsChanges
        />
      </div>
    </Card>
  );
}
