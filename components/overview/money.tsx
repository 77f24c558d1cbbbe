"use client";
import { useMemo } from "react";
import { formatCompact, formatCount, formatDollars, utcDay } from "@/components/api/format";
import { queryString } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { Stat, Stats } from "@/components/shared/stat";
import { DailySpendChart } from "@/components/charts/daily-spend-chart";
import { Card, CardHeader } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { GlobalSpend, SpendSums } from "@/lib/wire/spend";
import { changeText } from "./change-text";

const DAYS = 30;

/** Reads the spend of the 30 days before the last 30. `now`: milliseconds since the epoch. */
export function usePeriodBefore(now: number) {
  return useRead(spendContracts.report, {
    group_by: "day",
    start_date: utcDay(now, 2 * DAYS - 1),
    end_date: utcDay(now, DAYS),
    limit: DAYS,
  });
}

/** The spend of the last 30 days, beside that of the 30 days before. `now`: milliseconds since the epoch. */
export function MoneyStats({
  spend,
  before,
  now,
}: {
  spend: GlobalSpend;
  before: ReturnType<typeof usePeriodBefore>;
  now: number;
}) {
  const month = addUpDays(spend);
  const [today, yesterday] = [0, 1].map((back) => spend.by_day.find(({ day }) => day === utcDay(now, back)));
  const than = (name: "spend" | "calls"): string =>
    before.isLoadingError
      ? "the period before is unknown"
      : before.data
        ? changeText(month[name], before.data.totals[name], `the ${DAYS} days before`)
        : "";
  return (
    <Stats columns={2}>
      <Stat
        label="Spend today, UTC"
        value={formatDollars(today?.spend ?? 0)}
        note={`yesterday ${formatDollars(yesterday?.spend ?? 0)}`}
      />
      <Stat label="Spend, 30 days" value={formatDollars(month.spend)} note={than("spend")} />
      <Stat
        label="Calls, 30 days"
        value={formatCompact(month.calls)}
        note={`${formatCount(month.failed_calls)} failed; ${than("calls")}`}
      />
      <Stat
        label="Unpriced calls, 30 days"
        value={formatCompact(month.unpriced_calls)}
        note={
          month.unpriced_calls > 0 ? <TextLink href="/console/prices">Add a price</TextLink> : "every call has a price"
        }
        {...(month.unpriced_calls > 0 ? { tone: "warn" as const } : {})}
      />
    </Stats>
  );
}

export function MonthCard({ spend }: { spend: GlobalSpend }) {
  const days = useMemo(() => spend.by_day.map((row) => row.day), [spend]);
  return (
    <Card>
      <CardHeader title="Spend per UTC day">
        <TextLink href="/console/spend">All charts</TextLink>
      </CardHeader>
      <div className="px-4 py-3">
        <DailySpendChart rows={spend.by_day} days={days} callsOf={callsOfDay} isMarked />
      </div>
    </Card>
  );
}

function callsOfDay(day: string): string {
  return `/console/requests${queryString({ status: "calls", time: "between", from: day, to: day })}`;
}

function addUpDays({
  by_day: days,
}: GlobalSpend): Pick<SpendSums, "spend" | "calls" | "failed_calls" | "unpriced_calls"> {
  return days.reduce(
    (sum, day) => ({
      spend: sum.spend + day.spend,
      calls: sum.calls + day.calls,
      failed_calls: sum.failed_calls + day.failed_calls,
      unpriced_calls: sum.unpriced_calls + day.unpriced_calls,
    }),
    { spend: 0, calls: 0, failed_calls: 0, unpriced_calls: 0 },
  );
}

export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} prefetch={false} className="rounded font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
