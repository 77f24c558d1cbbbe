import type { EntityType } from "@/lib/entity-type";
import { hasElapsed } from "@/lib/time/has-elapsed";
import { BudgetAccount } from "./budget-account";
import { budgetWindow } from "./budget-window";

/** What determines the account of a payer's budget: limits that agree in this share one account. */
export interface BudgetMeasure {
  readonly type: EntityType;
  readonly id: string;
  readonly duration: string | null;
}

/** The amount reserved for a call that has not been admitted yet. */
export interface Cover {
  release(): void;
}

/** A call that waits until this process's share of a budget covers it. */
export interface WaitingCall {
  /** What it may cost, in nano-dollars. */
  readonly cost: bigint;
  cover: Cover | undefined;
}

/** A budget in use in this process. All times are milliseconds since the epoch. */
export interface TrackedBudget {
  readonly measure: BudgetMeasure;
  /** Of the present window. */
  account: BudgetAccount;
  /** When a call last asked about it. */
  usedAt: number;
  /** When its figures were last asked for. */
  triedAt: number;
  /** When its share was last exchanged. */
  exchangedAt: number;
  /** In the order in which they came. */
  readonly waiting: Set<WaitingCall>;
  /** The last call that waited without success: for a while, a call that costs as much is refused without waiting. */
  verdict: { readonly cost: bigint; readonly at: number } | undefined;
}

/** A budget is idle when no call has asked about it for this long. */
const IDLE_MS = 15_000;
/** Figures are up to date when they were asked for at most this long ago. */
const FOLLOWED_MS = 5_000;

/** Begins to track a budget whose figures are not known yet. `now`: milliseconds since the epoch. */
export function trackBudget(measure: BudgetMeasure, now: number): TrackedBudget {
  return {
    measure,
    account: new BudgetAccount(budgetWindow(measure.duration, now)),
    usedAt: now,
    triedAt: now,
    exchangedAt: now,
    waiting: new Set(),
    verdict: undefined,
  };
}

/** Whether calls wait for a budget or have recently asked about it. */
export function isInUse({ waiting, usedAt }: TrackedBudget, now: number): boolean {
  return waiting.size > 0 || now - usedAt <= IDLE_MS;
}

/**
 * Begins another window when the old one is over, or the clock was set back behind it. If the readings are up to date,
 * the next window starts from zero: only what other nodes have spent in the last moment can be missing, and the next
 * reading adds it.
 */
export function turnOver(budget: TrackedBudget, now: number): void {
  const { account } = budget;
  const { start, end } = account.window;
  if (start <= now && now < end) return;
  const isFollowed = now >= end && account.isKnown && !hasElapsed(budget.triedAt, FOLLOWED_MS, now);
  const next = new BudgetAccount(budgetWindow(budget.measure.duration, now), isFollowed ? 0n : undefined);
  next.isAlone = account.isAlone;
  next.maximum = account.maximum;
  next.soft = account.soft;
  budget.account = next;
}

/**
 * Reserves what waiting calls need, in their order, while the share covers it. It does so for all of them at
 * once: if each call did it when it resumes, every exchange would still find most of them waiting.
 */
export function letIn({ account, waiting }: TrackedBudget): void {
  for (const call of waiting) {
    const { cost } = call;
    if (account.lacks(cost) > 0n) continue;
    account.hold(cost);
    call.cover = { release: () => account.release(cost) };
    waiting.delete(call);
  }
}
