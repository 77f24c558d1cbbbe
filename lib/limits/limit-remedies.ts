import { leavesRoom } from "./budget-decision";
import type { LimitReadings } from "./limit-checks";
import { dollarsFromNano } from "@/lib/prices/money";
import { exceeded, pointsOf } from "./rate-rules";

/**
 * The limits that would have to be higher for one more call of this cost (nano-dollars) and size (tokens), in words for
 * administrators. Empty: no limit refuses the call.
 */
export function limitRemedies(
  { budgets, parallel, readings }: LimitReadings,
  { costNano, tokens }: { readonly costNano: bigint; readonly tokens: number },
): readonly string[] {
  const used = readings.map((reading) => ({ ...reading, used: reading.used + pointsOf(reading.rule, tokens) }));
  const wanted = new Map(
    readings.map(({ rule, used: before }) => [rule, before + (rule.kind === "tokens" ? tokens : 1)]),
  );
  return [
    ...budgets
      .filter((budget) => !leavesRoom(budget, costNano))
      .map(({ payer, account }) => {
        const needed = `$${dollarsFromNano(account.spent + account.held + costNano)}`;
        return `the budget of the ${payer.name} were ${costNano === 0n ? "more than" : "at least"} ${needed}`;
      }),
    ...parallel
      .filter(({ limit, inFlight }) => inFlight >= limit)
      .map(({ name, inFlight }) => `${name} were allowed ${inFlight + 1} parallel calls`),
    ...exceeded(used).map(
      ({ rule }) =>
        `the limit of ${rule.name} were at least ${Math.max(1, wanted.get(rule) ?? 1)} ${rule.kind} a minute`,
    ),
  ];
}
