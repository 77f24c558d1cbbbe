import type { PayerType } from "@/lib/entity-type";
import { leavesRoom } from "./budget-decision";
import type { LimitReadings } from "./limit-checks";
import { dollarsFromNano } from "@/lib/prices/money";
import { exceeded, pointsOf } from "./rate-rules";

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
    | { readonly kind: "other" };
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
      .map(({ name, inFlight }) => other(`${name} were allowed ${inFlight + 1} parallel calls`)),
    ...exceeded(used).map(({ rule }) =>
      other(`the limit of ${rule.name} were at least ${Math.max(1, wanted.get(rule) ?? 1)} ${rule.kind} a minute`),
    ),
  ];
}

function other(description: string): LimitRemedy {
  return { change: { kind: "other" }, description };
}
