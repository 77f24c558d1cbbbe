import type { Check } from "@/lib/auth/decision";
import type { ErrorCode, GatewayError } from "@/lib/errors";
import { budgetExceeded, describeBudget, refusingBudget, type BudgetLimit } from "./budget-decision";
import {
  exceeded,
  fullParallel,
  pointsOf,
  rateLimitExceeded,
  tooManyAtOnce,
  type ParallelReading,
  type RateReading,
} from "./rate-rules";
import { showsFigures } from "./payers";

/** The limits of a call, as the last checks of an explanation. */
export interface LimitChecks {
  readonly checks: readonly Check[];
  readonly failure: { readonly code: ErrorCode; readonly message: string } | undefined;
}

const BUDGET = { rule: "budget", spec: "explain/limits" } as const;
const RATE = { rule: "rate", spec: "explain/limits" } as const;

/** What is known of the limits of a call. */
export interface LimitReadings {
  readonly budgets: readonly BudgetLimit[];
  readonly parallel: readonly ParallelReading[];
  readonly readings: readonly RateReading[];
}

/**
 * Whether budgets and rates would admit one more call of this cost (nano-dollars) and size (tokens). For
 * administrators: the texts of the checks have the figures of every payer.
 */
export function limitChecks(
  { budgets, parallel, readings }: LimitReadings,
  { costNano, tokens }: { readonly costNano: bigint; readonly tokens: number },
): LimitChecks {
  const refusing = refusingBudget(budgets, costNano);
  if (refusing)
    return failed(budgetExceeded(refusing, costNano), {
      untold: showsFigures(refusing.payer) ? undefined : describeBudget(refusing),
    });
  const budget: Check =
    budgets.length === 0
      ? { ...BUDGET, outcome: "skip", because: "No payer of the call has a budget." }
      : { ...BUDGET, outcome: "pass", because: budgets.map(describeBudget).join(" ") };
  const full = fullParallel(parallel);
  if (full) return failed(tooManyAtOnce(full), { budget, untold: full.showsFigures ? undefined : parallelState(full) });
  const used = exceeded(
    readings.map((reading) => ({ ...reading, used: reading.used + pointsOf(reading.rule, tokens) })),
  );
  if (used.length > 0)
    return failed(rateLimitExceeded(used, [], tokens), {
      budget,
      untold: used
        .filter(({ rule }) => !rule.showsFigures)
        .map(rateState)
        .join(" "),
    });
  return { checks: [budget, openRate(parallel, readings)], failure: undefined };
}

/** A refusal by a limit as the last checks of its decision. The request path knows nothing but the refusal. */
export function refusedByLimit({ code, message }: GatewayError): readonly Check[] {
  const budget: Check = { ...BUDGET, outcome: "pass", because: "No budget refuses the call." };
  return failed({ code, message }, code === "budget_exceeded" ? {} : { budget }).checks;
}

/** `budget`: the check before it, if that passed. `untold`: the figures that the refusal does not tell its caller. */
function failed(
  { code, message }: Pick<GatewayError, "code" | "message">,
  { budget, untold = "" }: { readonly budget?: Check; readonly untold?: string },
): LimitChecks {
  const failure = { code, message };
  const because = untold === "" ? message : `${message} ${untold}`;
  if (budget) return { checks: [budget, { ...RATE, outcome: "fail", because }], failure };
  return {
    checks: [
      { ...BUDGET, outcome: "fail", because },
      { ...RATE, outcome: "not reached", because: "" },
    ],
    failure,
  };
}

function openRate(parallel: readonly ParallelReading[], readings: readonly RateReading[]): Check {
  if (parallel.length + readings.length === 0)
    return { ...RATE, outcome: "skip", because: "No payer of the call has a rate limit." };
  return { ...RATE, outcome: "pass", because: [...parallel.map(parallelState), ...readings.map(rateState)].join(" ") };
}

function parallelState({ name, limit, inFlight }: ParallelReading): string {
  return `The ${name}: ${inFlight} of ${limit} parallel calls.`;
}

function rateState({ rule, used }: RateReading): string {
  return `The ${rule.name}: ${used} of ${rule.limit} ${rule.kind} this minute.`;
}
