"use client";
import { useState } from "react";
import { utcDay } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { windowStateOf, type WithBudget } from "@/components/limits/budget-state";
import type { Limits } from "@/components/limits/limit-draft";
import { LimitSummary } from "@/components/limits/limit-summary";
import type { ModelLimits } from "@/components/limits/model-limit-draft";
import { Section } from "@/components/shared/detail-drawer";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { Payer } from "./spend-section";

const BurnDownChart = lazyPart(
  async () => (await import("@/components/limits/burn-down-chart")).BurnDownChart,
  NoChartYet,
);

/** The budget with its burn-down, and the other limits. */
export function LimitsSection({
  row,
  payer,
}: {
  row: WithBudget<Limits & { readonly spend: number }> & Partial<ModelLimits>;
  payer: Payer;
}) {
  return (
    <Section title="Budget and limits">
      <LimitSummary row={row} />
      {row.budget && windowStateOf(row) && <BudgetOutlook row={row} budget={row.budget} payer={payer} />}
    </Section>
  );
}

/** When a budget runs out, by the spend of its payer. */
export function BudgetOutlook({
  row: { max_budget: limit },
  budget,
  payer,
}: {
  row: Pick<Limits, "max_budget">;
  budget: NonNullable<WithBudget<object>["budget"]>;
  payer: Payer;
}) {
  const [now] = useState(serverTime);
  const since = budget.starts_at?.slice(0, 10) ?? utcDay(now, 29);
  const report = useRead(spendContracts.report, {
    group_by: "day",
    start_date: since,
    end_date: utcDay(now),
    ...payer,
  });
  if (limit === null) return null;
  if (report.isPending) return <NoChartYet />;
  if (report.isLoadingError)
    return (
      <div className="mt-4">
        <InlineError error={report.error} name="spend by day" retry={() => void report.refetch()} />
      </div>
    );
  const days = report.data.data.flatMap(({ day, spend }) => (day === undefined ? [] : [{ day, spend }]));
  return (
    <BurnDownChart
      budget={{ limit, spent: budget.spent, startsAt: budget.starts_at, resetsAt: budget.resets_at }}
      days={days}
      now={now}
    />
  );
}

function NoChartYet() {
  return <Skeleton className="mt-4 h-39 w-full" />;
}
