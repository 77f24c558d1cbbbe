import type { ReactNode } from "react";
import { formatCount, formatDollars } from "@/components/api/format";
import { Mono } from "@/components/ui/text";
import { Facts } from "@/components/shared/facts";
import { counted } from "@/components/shared/wording";
import { BudgetMeter } from "./budget-meter";
import { type WithBudget, windowStateOf } from "./budget-state";
import type { Limits } from "./limit-draft";
import { periodText } from "./period-text";
import { type ModelLimits, modelLimitRows } from "./model-limit-draft";

/** The budget and limits of a row, with the spend of the present window. */
export function LimitSummary({ row }: { row: WithBudget<Limits & { readonly spend: number }> & Partial<ModelLimits> }) {
  const budget = windowStateOf(row);
  const rates = rateText(row);
  const none = <span className="text-ink-faint">No limit</span>;
  return (
    <div className="space-y-3">
      {budget && <BudgetMeter budget={budget} label="Budget" />}
      <Facts
        rows={[
          // The bar of a budget for all time says both.
          ...(budget && row.budget_duration === null
            ? []
            : ([
                ["Spend", `${formatDollars(row.spend)}, all time`],
                ["Budget", row.max_budget === null ? none : budgetText(row.max_budget, row.budget_duration)],
              ] as const)),
          [
            "Warn at",
            row.soft_budget === null ? (
              <span className="text-ink-faint">Off</span>
            ) : (
              <>
                {formatDollars(row.soft_budget)}
                {row.budget?.soft_exceeded && <span className="text-warn"> · passed: calls carry a warning</span>}
              </>
            ),
          ],
          ["Rate", rates.length === 0 ? none : rates.join(" · ")],
          ...modelRates(row),
        ]}
      />
    </div>
  );
}

/** A budget in words: `$5.00 per day`. `duration`: null for all time. */
export function budgetText(limit: number, duration: string | null): string {
  return `${formatDollars(limit)}${duration === null ? ", for all time" : ` per ${periodText(duration)}`}`;
}

/** A line for each model that has limits of its own. */
function modelRates({ model_rpm_limit = {}, model_tpm_limit = {} }: Partial<ModelLimits>): [string, ReactNode][] {
  return modelLimitRows({ model_rpm_limit, model_tpm_limit }).map(({ model, rpm, tpm }) => [
    "Rate by model",
    <span key={model}>
      <Mono as="code" className="wrap-anywhere">
        {model}
      </Mono>
      :{" "}
      {rateText({ rpm_limit: rpm === "" ? null : Number(rpm), tpm_limit: tpm === "" ? null : Number(tpm) }).join(" · ")}
    </span>,
  ]);
}

/** The rate limits in words, those that are set. */
export function rateText({
  rpm_limit: requests,
  tpm_limit: tokens,
  max_parallel_requests: parallel,
}: Pick<Limits, "rpm_limit" | "tpm_limit"> & Partial<Limits>): string[] {
  return [
    requests !== null && `${counted(requests, "request")}/min`,
    tokens !== null && `${counted(tokens, "token")}/min`,
    parallel !== null && parallel !== undefined && `${formatCount(parallel)} at a time`,
  ].filter((word): word is string => word !== false);
}
