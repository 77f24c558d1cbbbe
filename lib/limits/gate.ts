import type { ModelEntry } from "@/lib/config/schema";
import type { BudgetKeeper, BudgetUse } from "@/lib/limits/io/budget-keeper";
import type { RateCounters } from "@/lib/limits/io/rate-counters";
import type { SharedSlots } from "@/lib/limits/io/shared-slots";
import type { MaybePromise } from "@/lib/async/maybe-promise";
import { GatewayError } from "@/lib/errors";
import { refuseByBudget, refusingBudget, type BudgetLimit } from "./budget-decision";
import { BudgetHold } from "./budget-hold";
import { areCovering, createBudgetLimits } from "./budget-limits";
import { costOfCall, type CallCost, type EstimatedCall } from "./call-cost";
import { NO_HOLD, OpenHold, type Hold } from "./hold";
import { MinuteRates } from "./minute-rates";
import { ParallelCalls, type SlotReading } from "./parallel-calls";
import { payersOf, type ChargedCaller, type Payer } from "./payers";
import { rateRules, type ParallelReading, type RateReading, type RateRule } from "./rate-rules";

/** What the limits need to know of a call. */
export interface LimitedCall extends EstimatedCall {
  readonly caller: ChargedCaller;
  /** As the caller asked for it. */
  readonly model: string;
  /** `named_inputs: refuse` */
  readonly refusesNamed?: boolean;
}

/**
 * Budgets, rates and slots of everybody that a call is charged to. `entries`: the model list, whose limits count too.
 */
export interface CallLimits {
  /**
   * Lets a call in and sets aside what it may cost and use. Returns no promise if no other process has to be asked.
   * @throws GatewayError budget_exceeded, rate_limit_exceeded, directory_unavailable
   */
  admit(call: LimitedCall, entries: readonly ModelEntry[]): MaybePromise<Hold>;
  /** What is known of the limits of a call, without letting it in. @throws GatewayError directory_unavailable */
  examine(call: LimitedCall, entries: readonly ModelEntry[]): Promise<LimitState>;
  /** The budgets that calls of this process use at the moment. */
  budgets(): readonly BudgetUse[];
  close(): Promise<void>;
}

/** How full the limits of a call are. */
export interface LimitState {
  readonly budgets: readonly BudgetLimit[];
  readonly readings: readonly RateReading[];
  readonly parallel: readonly ParallelReading[];
  /** The most that the call may take. */
  readonly estimate: CallCost;
}

export interface CallLimitOptions {
  readonly keeper: BudgetKeeper;
  readonly counters: RateCounters;
  /** Undefined: this process is alone. */
  readonly slots: SharedSlots | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a call holds in this process, before other processes are asked. */
interface LocalHold {
  readonly budgets: BudgetHold;
  readonly slots: readonly SlotReading[];
}

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** The gate that every model call passes: budgets first, then slots, then rates. */
export function createCallLimits({ keeper, counters, slots: shared, now }: CallLimitOptions): CallLimits {
  const budgetLimits = createBudgetLimits(keeper);
  const parallel = new ParallelCalls(shared);
  const rates = new MinuteRates(counters, now);

  function free({ budgets, slots }: LocalHold, spentNano: bigint): void {
    budgets.settle(spentNano);
    parallel.free(slots);
  }

  function enter(
    payers: readonly Payer[],
    budgets: readonly BudgetLimit[],
    model: string,
    { costNano, tokens }: CallCost,
  ): MaybePromise<Hold> {
    // Nothing is awaited here, so that no other call can come between the check and the hold.
    const refusing = refusingBudget(budgets, costNano);
    if (refusing) throw refuseByBudget(refusing, costNano);
    const slots = parallel.take(payers);
    const local: LocalHold = { budgets: new BudgetHold(budgets, costNano), slots };
    const rules = rateRules(payers, model);
    if (rules.length === 0 && !parallel.isShared(local.slots))
      return new OpenHold(warningOf(local), raise(payers, local), (charge) => free(local, charge?.spendNano ?? 0n));
    return enterShared(payers, local, rules, tokens);
  }

  /** Lets a running call hold more of its budgets, by the same rules as at its beginning. */
  function raise(payers: readonly Payer[], { budgets: held }: LocalHold): Hold["raise"] {
    return (costNano) => {
      const more = held.lacks(costNano);
      if (more === 0n) return undefined;
      const budgets = budgetLimits.now(payers);
      if (areCovering(budgets, more) && !refusingBudget(budgets, more)) return held.add(more);
      return budgetLimits.covering(payers, more, () => held.add(more));
    };
  }

  /** Takes the slots and rates that are counted together with other processes. */
  async function enterShared(
    payers: readonly Payer[],
    local: LocalHold,
    rules: readonly RateRule[],
    tokens: number,
  ): Promise<Hold> {
    let leave: (() => void) | undefined;
    try {
      leave = await parallel.takeShared(local.slots);
      const taken = await rates.take(rules, tokens);
      return new OpenHold({ ...warningOf(local), ...taken.headers }, raise(payers, local), (charge) => {
        leave?.();
        free(local, charge?.spendNano ?? 0n);
        taken.settle(charge);
      });
    } catch (error) {
      leave?.();
      free(local, 0n);
      throw error;
    }
  }

  return {
    admit(call, entries) {
      const payers = payersOf(call.caller, call.model, entries);
      if (payers.length === 0) return NO_HOLD;
      const budgets = budgetLimits.now(payers);
      if (call.refusesNamed) refuseNamedInput(call, payers);
      const cost = costOfCall(call);
      if (areCovering(budgets, cost.costNano)) return enter(payers, budgets, call.model, cost);
      return budgetLimits.covering(payers, cost.costNano, (covering) => enter(payers, covering, call.model, cost));
    },
    async examine(call, entries) {
      const payers = payersOf(call.caller, call.model, entries);
      const readings = rates.peek(rateRules(payers, call.model));
      return {
        budgets: await budgetLimits.known(payers),
        readings: await readings,
        parallel: parallel.readings(payers),
        estimate: costOfCall(call),
      };
    },
    budgets: () => keeper.uses(),
    async close() {
      keeper.close();
      await Promise.all([rates.close(), parallel.close()]);
    },
  };
}

/** @throws GatewayError invalid_request if somebody with a budget pays for an input that is only named */
function refuseNamedInput({ namedInput }: LimitedCall, payers: readonly Payer[]): void {
  if (!payers.some(({ limits }) => limits.maxBudget !== null)) return;
  const name = namedInput?.();
  if (name === undefined) return;
  const message = `"${name}" names an input whose size is not known before the call, and this gateway does not accept such inputs from callers with a budget. Send the input itself.`;
  throw new GatewayError("invalid_request", message, { param: name });
}

function warningOf({ budgets: { warning } }: LocalHold): Readonly<Record<string, string>> {
  return warning === undefined ? NO_HEADERS : { "x-gateway-budget-warning": warning };
}
