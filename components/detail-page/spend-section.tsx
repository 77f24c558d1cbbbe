"use client";
import { useState } from "react";
import { queryString } from "@/components/api/client";
import { formatCompact, formatCount, formatDollars, formatPercent, utcDay } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { DailySpendChart } from "@/components/charts/daily-spend-chart";
import { daysBetween } from "@/components/charts/stack-by-day";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { SpendReport } from "@/lib/wire/spend";
import { MoreLink, ReadSection } from "./read-section";

/** Whose calls and spend a section shows: a filter of `/spend/report` and `/spend/logs`. */
export type Payer = Readonly<
  Partial<Record<"team_id" | "user_id" | "organization_id" | "key_id" | "requested_model" | "issuer", string>>
>;

/** The spend of each of the last 30 UTC days, with the totals. `linked`: *Spend* has the same filter to link to. */
export function SpendSection({ payer, linked = true }: { payer: Payer; linked?: boolean }) {
  const [now] = useState(serverTime);
  const period = { start_date: utcDay(now, 29), end_date: utcDay(now) };
  const report = useRead(spendContracts.report, { group_by: "day", ...period, ...payer });
  return (
    <ReadSection
      title="Spend, last 30 days"
      query={report}
      height="h-[15.85rem]"
      action={linked && <MoreLink href={`/console/spend${queryString(payer)}`}>All spend</MoreLink>}
    >
      {(data) => <Spend report={data} days={daysBetween(period.start_date, period.end_date)} payer={payer} />}
    </ReadSection>
  );
}

function Spend({ report, days, payer }: { report: SpendReport; days: readonly string[]; payer: Payer }) {
  const { spend, calls, failed_calls: failed, prompt_tokens: read, completion_tokens: written } = report.totals;
  const figures = [
    ["Spend", formatDollars(spend)],
    ["Calls", formatCount(calls)],
    ["Failed", calls === 0 ? "–" : formatPercent(failed / calls)],
    ["Tokens", formatCompact(read + written)],
  ] as const;
  return (
    <>
      <dl className="mb-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-meta text-ink-faint">{label}</dt>
            <dd className="text-section font-semibold tracking-tight tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <DailySpendChart
        rows={report.data}
        days={days}
        callsOf={(day) =>
          `/console/requests${queryString({ ...payer, status: "calls", time: "between", from: day, to: day })}`
        }
      />
    </>
  );
}
