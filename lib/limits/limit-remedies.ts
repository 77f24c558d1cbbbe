import type { PayerType } from "@/lib/entity-type";
import { leavesRoom } from "./budget-decision";
import type { LimitReadings } from "./limit-checks";
import { dollarsFromNano } from "@/lib/prices/money";
import { exceeded, type ParallelReading, pointsOf, type RateKind, type RateRule } from "./rate-rules";

/** Where a limit on rates or on parallel calls stands. */
export interface LimitTarget {
  readonly holder: PayerType;
  readonly id: string;
  readonly limit: "rpm_limit" | "tpm_limit" | "max_parallel_requests";
  /** The model or pattern that it is for; null: for every model. */
  readonly model: string | null;
}

/** A limit that binds a call, whether it refuses it or not. */
export interface BindingLimit extends LimitTarget {
  /** As messages name it. */
  readonly name: string;
  readonly value: number;
}

const FIELDS = { requests: "rpm_limit", tokens: "tpm_limit" } as const satisfies Record<RateKind, string>;

/** The limits on rates and parallel calls of a call, with those that refuse nothing. */
export function bindingLimits({ parallel, readings }: Omit<LimitReadings, "budgets">): readonly BindingLimit[] {
  return [
    ...parallel.map((one) => ({ ...slotTarget(one), name: one.name, value: one.limit })),
    ...readings.map(({ rule }) => ({ ...rateTarget(rule), name: rule.name, value: rule.limit })),
  ];
}

function slotTarget({ payer }: ParallelReading): LimitTarget {
  return { holder: payer.type, id: payer.id, limit: "max_parallel_requests", model: null };
}

function rateTarget({ payer, kind, model }: RateRule): LimitTarget {
  return { holder: payer.type, id: payer.id, limit: FIELDS[kind], model: model ?? null };
}

/** A limit that would have to be higher. */
export interface LimitRemedy {
  readonly change:
    | {
        readonly kind: "raise-budget";
        readonly holder: PayerType;
        readonly id: string;
        /** Dollars: what is spent and held, with the cost of the call. */
        readonly needed: number;
      }
    | ({
        readonly kind: "raise-limit";
        /** What one more call would need: requests or tokens a minute, or parallel calls. */
        readonly needed: number;
      } & LimitTarget);
  /** In words, for administrators. */
  readonly description: string;
}

/**
 * The limits that would have to be higher for one more call of this cost (nano-dollars) and size (tokens). Empty: no
 * limit refuses the call.
 */
export function limitRemedies(
  { budgets, parallel, readings }: LimitReadings,
  { costNano, tokens }: { readonly costNano: bigint; readonly tokens: number },
): readonly LimitRemedy[] {
  const used = readings.map((reading) => ({ ...reading, used: reading.used + pointsOf(reading.rule, tokens) }));
  const wanted = new Map(
    readings.map(({ rule, used: before }) => [rule, before + (rule.kind === "tokens" ? tokens : 1)]),
  );
  return [
    ...budgets
      .filter((budget) => !leavesRoom(budget, costNano))
      .map(({ payer, account }) => {
        const needed = dollarsFromNano(account.spent + account.held + costNano);
        return {
          change: { kind: "raise-budget", holder: payer.type, id: payer.id, needed: Number(needed) } as const,
          description: `the budget of the ${payer.name} were ${costNano === 0n ? "more than" : "at least"} $${needed}`,
        };
      }),
    ...parallel
      .filter(({ limit, inFlight }) => inFlight >= limit)
      .map((one) => ({
        change: { kind: "raise-limit", ...slotTarget(one), needed: one.inFlight + 1 } as const,
        description: `the ${one.name} were allowed ${one.inFlight + 1} parallel calls`,
      })),
    ...exceeded(used).map(({ rule }) => {
      const needed = Math.max(1, wanted.get(rule) ?? 1);
      return {
        change: { kind: "raise-limit", ...rateTarget(rule), needed } as const,
        description: `the limit of the ${rule.name} were at least ${needed} ${rule.kind} a minute`,
      };
    }),
  ];
}
