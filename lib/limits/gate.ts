import type { ModelEntry } from "@/lib/config/schema";
import { budgetExceeded, budgetWarning, exceededSoftly, refusingFence, type BudgetFence } from "./budget-decision";
import type { BudgetAccount } from "./budget-account";
import type { BudgetKeeper } from "@/lib/limits/io/budget-keeper";
import { estimateCall, estimateCost, type CallEstimate } from "@/lib/prices/estimate";
import type { PriceCatalog } from "@/lib/prices/price-catalog";
import { payersOf, type ChargedCaller, type Payer } from "./payers";
import type { RateCounters } from "@/lib/limits/io/rate-counters";
import {
  exceeded,
  fullParallel,
  pointsOf,
  rateHeaders,
  rateLimitExceeded,
  rateRules,
  tooManyAtOnce,
  type ParallelReading,
  type RateReading,
  type RateRule,
} from "./rate-rules";
import type { SpendRecord } from "@/lib/calls/record";
import type { SharedSlots } from "@/lib/limits/io/shared-slots";
import type { Slot } from "./slot-table";
import { areCovering, createBudgetFences } from "./budget-gate";
import type { Logger } from "@/lib/log";

/** A call that asks to be let in. */
export interface LimitedCall {
  readonly caller: ChargedCaller;
  /** Canonical, without `/v1`. */
  readonly route: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** As the caller asked for it. */
  readonly model: string;
  /** All there are. */
  readonly entries: readonly ModelEntry[];
  readonly estimatedPromptTokens: number;
  /** Of a multipart form, if its sender said. */
  readonly uploadBytes?: number | undefined;
  /** When it came, for the prices of that time: milliseconds since the epoch. */
  readonly at: number;
  /** Where it may go: the dearest says what is set aside. */
  readonly targets: readonly {
    readonly deployment: { readonly provider: string; readonly model: string; readonly entry: ModelEntry };
  }[];
}

/** A call that was let in. Exactly one of `settle` and `release` counts, the first. */
export interface Hold {
  /** For the answer, whatever it is. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends it with what it has cost and used. */
  settle(record: SpendRecord): void;
  /** Ends it as if it had never been: it has not been sent. */
  release(): void;
}

export interface CallLimits {
  /**
   * Lets a call in, and reserves what it may cost and use with everybody it is charged to; at once where nothing has to
   * be asked. @throws GatewayError budget_exceeded, rate_limit_exceeded, directory_unavailable
   */
  admit(call: LimitedCall): Hold | Promise<Hold>;
  /** What is known of the limits of a call, without letting it in. @throws GatewayError directory_unavailable */
  examine(call: LimitedCall): Promise<LimitState>;
  close(): Promise<void>;
}

/** How full the limits of a call are. */
export interface LimitState {
  readonly fences: readonly BudgetFence[];
  readonly readings: readonly RateReading[];
  /** Of calls at the same time. */
  readonly parallel: readonly ParallelReading[];
  /** Nano-dollars and tokens that the call may take. */
  readonly estimate: { readonly costNano: bigint; readonly tokens: number };
}

export interface CallLimitOptions {
  readonly keeper: BudgetKeeper;
  readonly counters: RateCounters;
  /** Undefined: this process is alone. */
  readonly slots: SharedSlots | undefined;
  readonly catalog: () => PriceCatalog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

const UNLIMITED: Hold = { headers: {}, settle() {}, release() {} };

/** The gate of model calls: budgets, rates and calls at the same time, of everybody that a call is charged to. */
export function createCallLimits({ keeper, counters, slots: shared, catalog, now, log }: CallLimitOptions): CallLimits {
  const budgets = createBudgetFences(keeper);
  const inFlight = new Map<string, number>();

  function parallelOf(payers: readonly Payer[]): KeyedReading[] {
    return payers.flatMap(({ type, id, name, limits: { maxParallelRequests: limit } }) => {
      const key = `${type} ${id}`;
      return limit === null ? [] : [{ name, limit, inFlight: inFlight.get(key) ?? 0, key }];
    });
  }

  /** One step, in which nothing else happens: all limits are asked, then all of them are taken from. */
  function reserve(payers: readonly Payer[], fences: readonly BudgetFence[], cost: bigint): Reservation {
    const refusing = refusingFence(fences, cost);
    if (refusing) throw budgetExceeded(refusing, cost);
    const parallel = parallelOf(payers);
    const full = fullParallel(parallel);
    if (full) throw tooManyAtOnce(full);
    const slots = slotsOf(parallel);
    const accounts = [...new Set(fences.map(({ account }) => account))];
    for (const { key } of slots) inFlight.set(key, (inFlight.get(key) ?? 0) + 1);
    for (const account of accounts) account.hold(cost);
    const warned = exceededSoftly(fences);
    for (const fence of warned) tellOnce(fence);
    return {
      accounts,
      slots,
      cost,
      headers: warned.length === 0 ? {} : { "x-gateway-budget-warning": budgetWarning(warned) },
    };
  }

  function free({ accounts, slots, cost }: Reservation, spent: bigint): void {
    for (const account of accounts) account.settle(cost, spent);
    for (const { key } of slots) {
      const left = (inFlight.get(key) ?? 1) - 1;
      if (left > 0) inFlight.set(key, left);
      else inFlight.delete(key);
    }
  }

  function tellOnce({ payer, account, soft }: BudgetFence): void {
    if (account.hasWarned) return;
    account.hasWarned = true;
    log.warn("budget.soft_exceeded", {
      payer: payer.type,
      id: payer.id,
      soft_budget_nano: soft,
      spent_nano: account.spent,
      until: account.window.end,
    });
  }

  /** Takes from every rule, or from none. */
  async function take(rules: readonly RateRule[], tokens: number): Promise<RateReading[]> {
    const readings = await Promise.all(
      rules.map(async (rule) => ({ rule, ...(await counters.add(rule.key, pointsOf(rule, tokens))) })),
    );
    const refusing = exceeded(readings);
    if (refusing.length === 0) return readings;
    const left = await Promise.all(
      rules.map(async (rule) => ({ rule, ...(await counters.add(rule.key, -pointsOf(rule, tokens))) })),
    );
    throw rateLimitExceeded(refusing, left, tokens);
  }

  function costOf({ route, body, estimatedPromptTokens, uploadBytes, at, targets }: LimitedCall): CallCost {
    const estimate = estimateCall(route, body, estimatedPromptTokens, uploadBytes);
    const prices = catalog();
    const costs = targets.map(({ deployment: { provider, model, entry } }) =>
      estimateCost(estimate, { provider, model, at }, entry, prices),
    );
    return { estimate, costNano: costs.reduce((dearest, cost) => (cost > dearest ? cost : dearest), 0n) };
  }

  function enter(
    { model }: LimitedCall,
    payers: readonly Payer[],
    fences: readonly BudgetFence[],
    { estimate, costNano }: CallCost,
  ): Hold | Promise<Hold> {
    const reservation = reserve(payers, fences, costNano);
    const rules = rateRules(payers, model);
    const isShared = shared !== undefined && reservation.slots.length > 0;
    if (rules.length === 0 && !isShared)
      return new TakenHold(reservation.headers, (record) => free(reservation, record?.spendNano ?? 0n));
    return enterShared(reservation, rules, estimate.tokens);
  }

  /** Asks what is counted together with other processes. */
  async function enterShared(reservation: Reservation, rules: readonly RateRule[], tokens: number): Promise<Hold> {
    const place = shared && reservation.slots.length > 0 ? await shared.enter(reservation.slots) : NO_PLACE;
    if ("full" in place) {
      free(reservation, 0n);
      throw tooManyAtOnce(place.full);
    }
    const readings = await take(rules, tokens).catch((error: unknown) => {
      place.leave();
      free(reservation, 0n);
      throw error;
    });
    const takenAt = now();
    return new TakenHold({ ...reservation.headers, ...rateHeaders(readings) }, (record) => {
      place.leave();
      free(reservation, record?.spendNano ?? 0n);
      for (const { rule, resetMs } of readings) {
        const taken = pointsOf(rule, tokens);
        const used =
          record === undefined
            ? 0
            : rule.kind === "requests"
              ? 1
              : record.usage.promptTokens + record.usage.completionTokens;
        // What was taken of a minute that is over is not given back to the next one.
        if (used > taken || (used < taken && now() < takenAt + resetMs)) void counters.add(rule.key, used - taken);
      }
    });
  }

  return {
    admit(call) {
      const payers = payersOf(call.caller, call.model, call.entries);
      if (payers.length === 0) return UNLIMITED;
      const fences = budgets.now(payers);
      const cost = costOf(call);
      if (areCovering(fences, cost.costNano)) return enter(call, payers, fences, cost);
      return budgets.covering(payers, cost.costNano, (covering) => enter(call, payers, covering, cost));
    },
    async examine(call) {
      const payers = payersOf(call.caller, call.model, call.entries);
      const { estimate, costNano } = costOf(call);
      const readings = rateRules(payers, call.model).map(async (rule) => ({
        rule,
        ...(await counters.peek(rule.key)),
      }));
      return {
        fences: await budgets.known(payers),
        readings: await Promise.all(readings),
        parallel: parallelOf(payers),
        estimate: { costNano, tokens: estimate.tokens },
      };
    },
    async close() {
      keeper.close();
      await Promise.all([counters.close(), shared?.close()]);
    },
  };
}

interface CallCost {
  readonly estimate: CallEstimate;
  readonly costNano: bigint;
}

interface Reservation {
  readonly accounts: readonly BudgetAccount[];
  /** Of calls at the same time. */
  readonly slots: readonly KeyedReading[];
  readonly cost: bigint;
  readonly headers: Readonly<Record<string, string>>;
}

/** As this process knows it. */
interface KeyedReading extends ParallelReading, Slot {}

const NO_PLACE = { leave() {} };

/** Two limits of one payer, as entries of one model name may have, are one slot, by the stricter. */
function slotsOf(parallel: readonly KeyedReading[]): KeyedReading[] {
  const slots = new Map<string, KeyedReading>();
  for (const reading of parallel) {
    const known = slots.get(reading.key);
    if (!known || reading.limit < known.limit) slots.set(reading.key, reading);
  }
  return [...slots.values()];
}

class TakenHold implements Hold {
  #end: ((record: SpendRecord | undefined) => void) | undefined;

  constructor(
    readonly headers: Readonly<Record<string, string>>,
    end: (record: SpendRecord | undefined) => void,
  ) {
    this.#end = end;
  }

  settle(record: SpendRecord): void {
    this.#finish(record);
  }
  release(): void {
    this.#finish(undefined);
  }

  #finish(record: SpendRecord | undefined): void {
    const end = this.#end;
    this.#end = undefined;
    end?.(record);
  }
}
