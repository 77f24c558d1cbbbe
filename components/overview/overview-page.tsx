"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { modelContracts } from "@/lib/wire/contracts/models";
import { configContracts } from "@/lib/wire/contracts/config";
import Link from "next/link";
import { useMemo, useState } from "react";
import { formatAxisDollars, formatCompact, formatCount, formatDollars, utcDay } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { PageHeader } from "@/components/shell/page-header";
import { CallLines } from "@/components/shared/call-lines";
import { Findings } from "@/components/shared/findings";
import { Stat, Stats } from "@/components/shared/stat";
import { LazySpendChart } from "@/components/spend/lazy-spend-chart";
import { stackByDay } from "@/components/spend/stack-by-day";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import type { GlobalSpend } from "@/lib/wire/spend";
import { BudgetsCard } from "./budgets-card";
import { JournalCard } from "./journal-card";
import { NextSteps } from "./next-steps";

const DESCRIPTION = "What this gateway is doing and what it still needs.";

export function OverviewPage({ provider }: { provider: boolean }) {
  const [now] = useState(() => Date.now());
  const spend = useRead(spendContracts.global, {}, { refetchInterval: 15_000 });
  const teams = useRead(teamContracts.list, { page: 1, size: 1 });
  const models = useRead(modelContracts.info, {});
  const calls = useRead(spendContracts.logs, { page: 1, size: 8 }, { refetchInterval: 15_000 });
  const configuration = useRead(configContracts.get, {});
  const month = spend.data && addUpDays(spend.data);
  const today = spend.data?.by_day.find((row) => row.day === utcDay(now));

  if (spend.isError) {
    return (
      <>
        <PageHeader title="Overview" />
        <Card>
          <ErrorState error={spend.error} retry={() => void spend.refetch()} />
        </Card>
      </>
    );
  }
  // The list of next steps is at the top. Rendering before it is known would make the page jump.
  if (spend.isPending || teams.isPending || models.isPending) {
    return (
      <div role="status" aria-label="Loading">
        <PageHeader title="Overview" description={DESCRIPTION} />
        <Skeleton className="h-24 w-full rounded-lg" />
        <Skeleton className="mt-5 h-72 w-full rounded-lg" />
      </div>
    );
  }
  return (
    <>
      <PageHeader title="Overview" description={DESCRIPTION} />
      {spend.data && teams.data && models.data && (
        <NextSteps
          provider={provider}
          models={models.data.data.map((row) => row.model_name)}
          teams={teams.data.total}
          calls={spend.data.calls}
        />
      )}
      <Stats>
        <Stat
          label="Spend today"
          value={spend.data && formatDollars(today?.spend ?? 0)}
          note={spend.data && `${formatCount(today?.calls ?? 0)} calls since 0:00 UTC`}
        />
        <Stat
          label="Spend, 30 days"
          value={month && formatDollars(month.spend)}
          note={month && `${formatCompact(month.calls)} calls, ${formatCount(month.failed)} failed`}
        />
        <Stat
          label="Teams"
          value={teams.isError ? "–" : teams.data && formatCount(teams.data.total)}
          note={<TextLink href="/console/teams">Manage teams</TextLink>}
        />
        <Stat
          label="Unpriced calls, 30 days"
          value={month && formatCompact(month.unpriced)}
          note={
            month &&
            (month.unpriced > 0 ? (
              <TextLink href="/console/prices">Give them a price</TextLink>
            ) : (
              "every call has a price"
            ))
          }
          {...(month && month.unpriced > 0 ? { tone: "warn" as const } : {})}
        />
      </Stats>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="space-y-5">
          <Card>
            <CardHeader title="Spend per day">
              <TextLink href="/console/spend">All charts</TextLink>
            </CardHeader>
            <div className="px-4 py-3">
              {spend.data ? <MonthChart spend={spend.data} /> : <Skeleton className="h-44 w-full" />}
            </div>
          </Card>
          <Card>
            <CardHeader title="Latest calls">
              <TextLink href="/console/requests">All requests</TextLink>
            </CardHeader>
            <div className="p-4">
              <CallLines calls={calls} empty="No calls yet." />
            </div>
          </Card>
        </div>
        <div className="space-y-5">
          <BudgetsCard />
          <Card>
            <CardHeader title="Configuration" />
            <div className="p-4">
              {configuration.isError ? (
                <p className="text-bad">{configuration.error.message}</p>
              ) : configuration.data ? (
                <Findings findings={configuration.data.findings} />
              ) : (
                <Skeleton className="h-16 w-full" />
              )}
            </div>
          </Card>
          <JournalCard />
        </div>
      </div>
    </>
  );
}

function addUpDays({ by_day: days }: GlobalSpend): { spend: number; calls: number; failed: number; unpriced: number } {
  return days.reduce(
    (sum, day) => ({
      spend: sum.spend + day.spend,
      calls: sum.calls + day.calls,
      failed: sum.failed + day.failed_calls,
      unpriced: sum.unpriced + day.unpriced_calls,
    }),
    { spend: 0, calls: 0, failed: 0, unpriced: 0 },
  );
}

function MonthChart({ spend }: { spend: GlobalSpend }) {
  const stacked = useMemo(
    () =>
      stackByDay(
        spend.by_day,
        "all",
        "spend",
        spend.by_day.map((row) => row.day ?? ""),
      ),
    [spend],
  );
  if (spend.by_day.every((row) => row.spend === 0)) {
    return <p className="grid h-44 place-items-center text-ink-faint">No spend in the last 30 days.</p>;
  }
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

function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} prefetch={false} className="rounded font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
