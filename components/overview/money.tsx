"use client";
import { useMemo } from "react";
import { queryString } from "@/components/api/client";
import { formatCompact, formatCount, formatDay, formatDollars, formatPercent } from "@/components/api/format";
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
  reads: { before },
}: {
  totals: SpendReport["totals"];
  earlier: DayRange | undefined;
  reads: Pick<OverviewReads, "before">;
}) {
  const { spend, calls, failed_calls: failed, unpriced_calls: unpriced } = totals;
  const than = (name: "spend" | "calls"): string => {
    if (earlier === undefined) return "";
    if (before.isLoadingError) return "the period before is unknown";
    const period = `${formatDay(earlier.start_date)} to ${formatDay(earlier.end_date)}`;
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
      <Stat
        label="Unpriced calls"
        value={formatCompact(unpriced)}
        note={unpriced > 0 ? <MoreLink href="/console/prices">Add a price</MoreLink> : "every call has a price"}
        {...(unpriced > 0 ? { tone: "warn" as const } : {})}
      />
    </Stats>
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
