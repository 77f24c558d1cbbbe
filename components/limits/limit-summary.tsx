"use client";
import { formatCount, formatDollars } from "@/components/api/format";
import { Facts } from "@/components/shared/facts";
import { Skeleton } from "@/components/ui/skeleton";
import { BudgetMeter } from "./budget-meter";
import { dailyWindow } from "./budget-state";
import type { Limits } from "./limit-draft";
import { type Payer, useBudget } from "./use-budget";

/** Budget and limits of somebody, as a drawer shows them. */
export function LimitSummary({ of, payer }: { of: Limits & { readonly spend: number }; payer: Payer }) {
  const budget = useBudget(of, payer);
  const rates = rateWords(of);
  const none = <span className="text-ink-faint">None</span>;
  return (
    <div className="space-y-3">
      {budget ? <BudgetMeter budget={budget} label="Budget" /> : dailyWindow(of, 0) && <Skeleton className="h-8 w-full" />}
      <Facts
        rows={[
          ["Spend", `${formatDollars(of.spend)}, all time`],
          ["Budget", of.max_budget === null ? none : `${formatDollars(of.max_budget)}${of.budget_duration === null ? ", for all time" : ` per ${of.budget_duration}`}`],
          ["Warning from", of.soft_budget === null ? none : formatDollars(of.soft_budget)],
          ["Rate", rates.length === 0 ? none : rates.join(" · ")],
        ]}
      />
    </div>
  );
}

/** The rate limits in words, those that are set. */
export function rateWords({ rpm_limit: requests, tpm_limit: tokens, max_parallel_requests: parallel }: Pick<Limits, "rpm_limit" | "tpm_limit"> & Partial<Limits>): string[] {
  return [
    requests !== null && `${formatCount(requests)} requests/min`,
    tokens !== null && `${formatCount(tokens)} tokens/min`,
    parallel !== null && parallel !== undefined && `${formatCount(parallel)} at a time`,
  ].filter((word): word is string => word !== false);
}
