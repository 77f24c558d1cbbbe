"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { useMemo, useState } from "react";
import { formatDollars, utcDay } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { DailySpendChart } from "@/components/charts/daily-spend-chart";
import { daysBetween } from "@/components/charts/stack-by-day";
import { Card, CardHeader } from "@/components/ui/card";
import { OwnPart } from "./own-part";
import { counted } from "@/components/shared/wording";

/** The spend of the caller, or of the team that it acts for, over the last 30 days. */
export function OwnSpend({ payer }: { payer: string | undefined }) {
  const [now] = useState(serverTime);
  const period = { start_date: utcDay(now, 29), end_date: utcDay(now) };
  const days = useMemo(() => daysBetween(utcDay(now, 29), utcDay(now)), [now]);
  const report = useRead(spendContracts.report, { group_by: "day", ...period });
  return (
    <Card>
      <CardHeader title="Spend, 30 days" description={payer && `Of ${payer}, by UTC day.`}>
        {report.data && (
          <p className="text-ink-soft">
            <strong className="font-semibold text-ink">{formatDollars(report.data.totals.spend)}</strong> ·{" "}
            {counted(report.data.totals.calls, "call")}
          </p>
        )}
      </CardHeader>
      <OwnPart query={report}>{(data) => <DailySpendChart rows={data.data} days={days} />}</OwnPart>
    </Card>
  );
}
