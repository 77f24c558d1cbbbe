"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { modelContracts } from "@/lib/wire/contracts/models";
import { configContracts } from "@/lib/wire/contracts/config";
import { type ReactNode, useState } from "react";
import { useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { PageHeader } from "@/components/shell/page-header";
import { Findings } from "@/components/shared/findings";
import { useLastHour } from "@/components/shared/use-last-hour";
import { NodeWarnings } from "@/components/shared/node-warnings";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { BudgetsCard } from "./budgets-card";
import { DeploymentsCard } from "./deployments-card";
import { hasRealCalls } from "./first-run";
import { HealthCard } from "./health-card";
import { JournalCard } from "./journal-card";
import { LatestCalls } from "./latest-calls";
import { MoneyStats, MonthCard, usePeriodBefore } from "./money";
import { MostSpend, useMostSpend } from "./most-spend";
import { NextSteps } from "./next-steps";
import { RefusalsCard } from "./refusals-card";

export function OverviewPage({ provider }: { provider: boolean }) {
  return (
    <>
      <PageHeader title="Overview" />
      <HealthCard />
      <OverviewBody provider={provider} />
    </>
  );
}

function OverviewBody({ provider }: { provider: boolean }) {
  const [now] = useState(serverTime);
  const spend = useRead(spendContracts.global, {}, { refetchInterval: 15_000 });
  const teams = useRead(teamContracts.list, { page: 1, size: 1 });
  const models = useRead(modelContracts.info, {}, { refetchInterval: 15_000 });
  const calls = useRead(spendContracts.logs, { page: 1, size: 40 }, { refetchInterval: 15_000 });
  const keys = useRead(keyContracts.list, { page: 1, size: 1 });
  const configuration = useRead(configContracts.get, {});
  const { query: hour } = useLastHour();
  // Asked for at once with the rest, though they are shown after it.
  const before = usePeriodBefore(now);
  const most = useMostSpend();

  if (spend.isLoadingError) {
    return (
      <Card>
        <ErrorState error={spend.error} retry={() => void spend.refetch()} />
      </Card>
    );
  }
  // The list of next steps comes first, then the deployments. Rendering before they are known would make the page jump.
  if (spend.isPending || [teams, models, calls, keys, hour].some(({ isPending }) => isPending)) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-24 w-full rounded-lg" />
        <Skeleton className="mt-5 h-72 w-full rounded-lg" />
      </div>
    );
  }
  return (
    <>
      {teams.data && models.data && (
        <NextSteps
          provider={provider}
          models={models.data.data.map((row) => row.model_name)}
          keys={keys.data?.total ?? 0}
          teams={teams.data.total}
          hasCalls={calls.data ? hasRealCalls(calls.data) : spend.data.calls > 0}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="in-turn space-y-5">
          <DeploymentsCard models={models} />
          <MoneyStats spend={spend.data} before={before} now={now} />
          <MonthCard spend={spend.data} />
          {spend.data.spend > 0 && <MostSpend most={most} />}
          <LatestCalls calls={calls} />
        </div>
        <div className="in-turn space-y-5">
          <NodeWarnings />
          <BudgetsCard />
          <RefusalsCard />
          <ConfigurationCard>
            {configuration.isLoadingError ? (
              <p className="text-bad">{configuration.error.message}</p>
            ) : configuration.data ? (
              models.data?.data.length === 0 && configuration.data.findings.length === 0 ? (
                <p className="text-ink-soft">No model is configured yet, so no call can be served.</p>
              ) : (
                <Findings findings={configuration.data.findings} />
              )
            ) : (
              <Skeleton className="h-16 w-full" />
            )}
          </ConfigurationCard>
          <JournalCard />
        </div>
      </div>
    </>
  );
}

function ConfigurationCard({ children }: { children: ReactNode }) {
  return (
    <Card>
      <CardHeader title="Configuration" />
      <div className="p-4">{children}</div>
    </Card>
  );
}
