import type { Check } from "@/lib/auth/decision";
import type { ErrorCode } from "@/lib/errors";
import { budgetExceeded, describeBudget, refusingFence, type BudgetFence } from "./budget-decision";
import { rateLimitExceeded, type RateReading } from "./rate-rules";

/** How the limits of a call stand, as the last lines of an explanation. */
export interface LimitChecks {
  readonly checks: readonly Check[];
  readonly failure: { readonly code: ErrorCode; readonly message: string } | undefined;
}

const BUDGET = { rule: "budget", spec: "decisions: limits" } as const;
const RATE = { rule: "rate", spec: "decisions: limits" } as const;

/** What budgets and rates would say to one more call, however small. For administrators: figures of models are told. */
export function limitChecks(fences: readonly BudgetFence[], readings: readonly RateReading[]): LimitChecks {
  const refusing = refusingFence(fences, 0n);
  if (refusing) {
    const { code, message } = budgetExceeded(refusing, 0n);
    return { checks: [{ ...BUDGET, outcome: "fail", because: message }, { ...RATE, outcome: "not reached", because: "" }], failure: { code, message } };
  }
  const budget: Check =
    fences.length === 0
      ? { ...BUDGET, outcome: "skip", because: "Nobody that the call is charged to has a budget." }
      : { ...BUDGET, outcome: "pass", because: fences.map(describeBudget).join(" ") };
  const used = readings.filter((reading) => reading.used >= reading.rule.limit);
  if (used.length > 0) {
    const { code, message } = rateLimitExceeded(used, [], 1);
    return { checks: [budget, { ...RATE, outcome: "fail", because: message }], failure: { code, message } };
  }
  const because = readings.map(({ rule, used: count }) => `${rule.name}: ${count} of ${rule.limit} ${rule.kind} this minute.`).join(" ");
  const rate: Check = readings.length === 0 ? { ...RATE, outcome: "skip", because: "Nobody that the call is charged to has a rate limit." } : { ...RATE, outcome: "pass", because };
  return { checks: [budget, rate], failure: undefined };
}
