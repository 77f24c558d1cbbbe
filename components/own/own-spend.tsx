"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { useMemo, useState } from "react";
import { formatAxisDollars, formatCount, formatDollars, utcDay } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { LazySpendChart } from "@/components/spend/lazy-spend-chart";
import { daysBetween, stackByDay } from "@/components/spend/stack-by-day";
import { Card, CardHeader } from "@/components/ui/card";
import type { SpendReport } from "@/lib/wire/spend";
import { OwnPart } from "./own-part";

/** The spend of the caller, or of the team that it acts for, over the last 30 days. */
export function OwnSpend({ payer }: { payer: string | undefined }) {
  const [now] = useState(() => Date.now());
  const period = { start_date: utcDay(now, 29), end_date: utcDay(now) };
  const report = useRead(spendContracts.report, { group_by: "day", ...period });
  return (
    <Card>
      <CardHeader title="Spend, 30 days" description={payer && `Of ${payer}, by UTC day.`}>
        {report.data && (
          <p className="text-ink-soft">
            <strong className="font-semibold text-ink">{formatDollars(report.data.totals.spend)}</strong> ·{" "}
            {formatCount(report.data.totals.calls)} calls
          </p>
        )}
      </CardHeader>
      <OwnPart query={report}>
        {(data) => <Chart report={data} start={period.start_date} end={period.end_date} />}
      </OwnPart>
    </Card>
  );
}

function Chart({ report, start, end }: { report: SpendReport; start: string; end: string }) {
  const stacked = useMemo(() => stackByDay(report.data, "all", "spend", daysBetween(start, end)), [report, start, end]);
  if (report.totals.spend === 0)
    return <p className="grid h-20 place-items-center text-ink-faint">No spend in the last 30 days.</p>;
  return (
    <LazySpendChart
      compact
      series={stacked.series}
      days={stacked.days}
      format={formatDollars}
      formatTick={formatAxisDollars}
      label="Spend per day, last 30 days"
    />
  );
}
