"use client";
import { useMemo } from "react";
import { queryString } from "@/components/api/client";
import { formatCompact, formatCount, formatDollars, formatPercent } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { DailySpendChart } from "@/components/charts/daily-spend-chart";
import { daysBetween } from "@/components/charts/stack-by-day";
import { callsPeriod } from "@/components/time-range/spend-range";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { SpendReport } from "@/lib/wire/spend";
import type { PageTime } from "@/components/time-range/page-time";
import { MoreLink, ReadSection } from "./read-section";

/** Whose calls and spend a section shows: a filter of `/spend/report` and `/spend/logs`. */
export type Payer = Readonly<
  Partial<
    Record<"team_id" | "user_id" | "organization_id" | "end_user_id" | "key_id" | "requested_model" | "issuer", string>
  >
>;

/** The spend of each day of the page's time, with the totals. `linked`: *Spend* has the same filter to link to. */
export function SpendSection({
  payer,
  time: { words, address, ...period },
  linked = true,
}: {
  payer: Payer;
  time: PageTime;
  linked?: boolean;
}) {
  const report = useRead(spendContracts.report, { group_by: "day", ...period, ...payer });
  return (
    <ReadSection
      title={`Spend, ${words}`}
      query={report}
      height="h-[15.85rem]"
      action={linked && <MoreLink href={`/console/spend${queryString({ ...payer, ...address })}`}>All spend</MoreLink>}
    >
      {(data) => <Spend report={data} period={period} words={words} payer={payer} />}
    </ReadSection>
  );
}

function Spend({
  report,
  period,
  words,
  payer,
}: {
  report: SpendReport;
  period: Omit<PageTime, "words" | "address">;
  words: string;
  payer: Payer;
}) {
  const { start_date, end_date, time_zone: zone } = period;
  const days = useMemo(() => daysBetween(start_date, end_date), [start_date, end_date]);

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
        showsChanges
        zone={zone}
        words={words}
        callsOf={(day) => {
          const of = callsPeriod({ start_date: day, end_date: day }, zone);
          return `/console/requests${queryString({ ...payer, status: "calls", time: "between", ...of })}`;
        }}
      />
    </>
  );
}
