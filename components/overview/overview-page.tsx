"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useRead } from "@/components/api/use-read";
import { TimelineCard } from "@/components/incidents/timeline-card";
import { PageHeader } from "@/components/shell/page-header";
import { Findings } from "@/components/shared/findings";
import { Freshness } from "@/components/shared/lists/freshness";
import { LiveButton } from "@/components/shared/lists/live-button";
import { NodeWarnings } from "@/components/shared/node-warnings";
import { useAddress } from "@/components/shared/use-address";
import { ComparisonSelect } from "@/components/time-range/comparison-select";
import { PAGE_TIME, type PageTime, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { comparisonNamed, type DayRange, rangeBefore, USUAL_COMPARISON } from "@/components/time-range/spend-range";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { sessionContracts } from "@/lib/wire/contracts/sessions";
import { BudgetsCard } from "./budgets-card";
import { DeploymentsCard } from "./deployments-card";
import { hasRealCalls } from "./first-run";
import { HealthCard } from "./health-card";
import { JournalCard } from "./journal-card";
import { LatestCalls } from "./latest-calls";
import { DaysCard, MoneyStats } from "./money";
import { MostSpend } from "./most-spend";
import { NextSteps } from "./next-steps";
import { ReadError, SharedErrors } from "./read-error";
import { readFaults } from "./read-faults";
import { RefusalsCard } from "./refusals-card";
import { type OverviewReads, partsOf, useOverviewReads } from "./use-overview-reads";

/** What the address of the page holds: its time, and what that is compared with. */
const USUAL_OVERVIEW = { ...PAGE_TIME, compare: USUAL_COMPARISON as string };

export function OverviewPage({ provider }: { provider: boolean }) {
  const [view, change] = useAddress(USUAL_OVERVIEW);
  const time = usePageTime(view);
  const comparison = comparisonNamed(view.compare);
  const earlier = comparison === "none" ? undefined : rangeBefore(time, comparison);
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  const reads = useOverviewReads(time, earlier, isLive);
  const parts = partsOf(reads);
  const faults = readFaults(parts);
  const retry = () => parts.forEach(({ error, refetch }) => error && void refetch());
  return (
    <SharedErrors value={faults.shared}>
      <PageHeader title="Overview">
        <PageTimeBar view={view} time={time} onChange={change}>
          <ComparisonSelect value={comparison} onChange={(compare) => change({ compare })} />
        </PageTimeBar>
        <LiveButton isLive={isLive} stop="Stop live" title="Every 5 seconds" onToggle={() => setLive(!isLive)} />
        <Freshness query={{ ...reads.spend, refetch: () => client.refetchQueries({ type: "active" }) }} />
      </PageHeader>
      <HealthCard reads={reads} faults={faults} retry={retry} />
      <OverviewBody provider={provider} reads={reads} time={time} earlier={earlier} />
    </SharedErrors>
  );
}

/** Among how many sessions one through a provider is looked for. */
const NEWEST_SESSIONS = 100;

function OverviewBody({
  provider,
  reads,
  time,
  earlier,
}: {
  provider: boolean;
  reads: OverviewReads;
  time: PageTime;
  earlier: DayRange | undefined;
}) {
  const { spend, teams, models, calls, keys, hour } = reads;
  const sessions = useRead(sessionContracts.list, { page: 1, size: NEWEST_SESSIONS }, { enabled: provider });
  // Drawn before they are known, the next steps and the deployments would push the page down.
  if (sessions.isLoading || [spend, teams, models, calls, keys, hour].some(({ isPending }) => isPending)) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-24 w-full rounded-lg" />
        <Skeleton className="mt-5 h-72 w-full rounded-lg" />
      </div>
    );
  }
  const hasLogin = sessions.data?.data.some(({ kind }) => kind === "oidc") ?? true;
  return <ReadBody {...{ provider, hasLogin, reads, time, earlier }} />;
}

function ReadBody({
  provider,
  hasLogin,
  reads,
  time,
  earlier,
}: {
  provider: boolean;
  hasLogin: boolean;
  reads: OverviewReads;
  time: PageTime;
  earlier: DayRange | undefined;
}) {
  const { spend, teams, models, calls, keys } = reads;
  const hasCalls = calls.data ? hasRealCalls(calls.data) : (spend.data?.totals.calls ?? 0) > 0;
  // What a gateway in use does comes first. The steps stay where they are while somebody does them.
  const [isInUse] = useState(hasCalls);
  const steps = teams.data && models.data && keys.data && (calls.data ?? spend.data) && (
    <NextSteps
      provider={provider}
      models={models.data.data.map((row) => row.model_name)}
      keys={keys.data.total}
      teams={teams.data.total}
      {...{ hasLogin, hasCalls, isInUse }}
    />
  );
  return (
    <>
      {!isInUse && <div className="mb-5 empty:hidden">{steps}</div>}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="in-turn space-y-5">
          <DeploymentsCard models={models} hour={reads.hour} byId={reads.byId} />
          {spend.data ? (
            <>
              <MoneyStats totals={spend.data.totals} earlier={earlier} reads={reads} />
              <DaysCard report={spend.data} time={time} />
              {spend.data.totals.spend > 0 && <MostSpend most={reads.most} time={time} />}
            </>
          ) : (
            <TitledCard title="Spend per day">
              <ReadError name="Spend" query={{ ...spend, refetch: () => refetchSpend(reads) }} />
            </TitledCard>
          )}
          <LatestCalls calls={calls} />
        </div>
        <div className="in-turn space-y-5">
          <NodeWarnings />
          {isInUse && steps}
          <TimelineCard timeline={reads.timeline} error={<ReadError name="Timeline" query={reads.timeline} />} />
          <BudgetsCard near={reads.budgets} />
          <RefusalsCard found={reads.refusals} />
          <ConfigurationCard reads={reads} />
          <JournalCard journal={reads.journal} />
        </div>
      </div>
    </>
  );
}

function ConfigurationCard({ reads: { configuration, models } }: { reads: OverviewReads }) {
  return (
    <TitledCard title="Configuration">
      {configuration.isLoadingError ? (
        <ReadError name="Configuration" query={configuration} />
      ) : configuration.data ? (
        models.data?.data.length === 0 && configuration.data.findings.length === 0 ? (
          <p className="text-ink-soft">No model is configured yet, so no call can be served.</p>
        ) : (
          <Findings findings={configuration.data.findings} />
        )
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </TitledCard>
  );
}

/** Reads again what is read of the same reports. */
function refetchSpend({ spend, before, most }: OverviewReads): void {
  for (const { refetch, error } of [spend, before, most.teams, most.models]) if (error) void refetch();
}

function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} />
      <div className="p-4">{children}</div>
    </Card>
  );
}
