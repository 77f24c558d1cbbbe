"use client";
import { useMemo, useState } from "react";
import { queryString } from "@/components/api/client";
import {
  formatAxisDollars,
  formatCompact,
  formatCount,
  formatDollars,
  formatPercent,
  utcDay,
} from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { LazySpendChart } from "@/components/charts/lazy-spend-chart";
import { daysBetween, stackByDay } from "@/components/charts/stack-by-day";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { SpendReport } from "@/lib/wire/spend";
import { MoreLink, ReadSection } from "./read-section";

/** Whose calls and spend a section shows: a filter of `/spend/report` and `/spend/logs`. */
export type Payer = Readonly<
  Partial<Record<"team_id" | "user_id" | "organization_id" | "key_id" | "requested_model" | "issuer", string>>
>;

/** What was spent on each of the last 30 UTC days, with the totals. `linked`: whether *Spend* has the same filter. */
export function SpendSection({ payer, linked = true }: { payer: Payer; linked?: boolean }) {
  const [now] = useState(() => Date.now());
  const period = { start_date: utcDay(now, 29), end_date: utcDay(now) };
  const report = useRead(spendContracts.report, { group_by: "day", ...period, ...payer });
  return (
    <ReadSection
      title="Spend, last 30 days"
      query={report}
      height="h-[14.6rem]"
      action={linked && <MoreLink href={`/console/spend${queryString(payer)}`}>All spend</MoreLink>}
    >
      {(data) => <Spend report={data} days={daysBetween(period.start_date, period.end_date)} />}
    </ReadSection>
  );
}

function Spend({ report, days }: { report: SpendReport; days: readonly string[] }) {
  const stacked = useMemo(() => stackByDay(report.data, "all", "spend", days), [report, days]);
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
            <dt className="text-[12.5px] text-ink-faint">{label}</dt>
            <dd className="text-lg font-semibold tracking-tight tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {spend === 0 ? (
        <p className="grid h-44 place-items-center text-ink-faint">No spend in the last 30 days.</p>
      ) : (
        <LazySpendChart
          compact
          series={stacked.series}
          days={stacked.days}
          format={formatDollars}
          formatTick={formatAxisDollars}
          label="Spend per UTC day, last 30 days"
        />
      )}
    </>
  );
}
