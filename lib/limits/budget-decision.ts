import { GatewayError } from "@/lib/errors";
import type { BudgetAccount } from "./budget-account";
import { dollarsFromNano } from "@/lib/prices/money";
import { withoutTrailing } from "@/lib/without-trailing";
import { showsFigures, type Payer } from "./payers";

/** A payer's budget with the account that it is measured by. Amounts are nano-dollars; undefined: no such limit. */
export interface BudgetLimit {
  readonly payer: Payer;
  readonly account: BudgetAccount;
  readonly maximum: bigint | undefined;
  readonly soft: bigint | undefined;
}

/** Whether a budget leaves room for an estimated cost. A call without a price passes unless the budget is used up. */
export function leavesRoom({ account, maximum }: BudgetLimit, estimate: bigint): boolean {
  if (maximum === undefined) return true;
  const taken = account.spent + account.held;
  return estimate === 0n ? taken < maximum : taken + estimate <= maximum;
}

/**
 * The budget that refuses a call. If several do, the one that resets last: a caller who waits for that reset is not
 * refused by another one. Undefined: all of them leave room.
 */
export function refusingBudget(budgets: readonly BudgetLimit[], estimate: bigint): BudgetLimit | undefined {
  return budgets
    .filter((budget) => !leavesRoom(budget, estimate))
    .reduce<BudgetLimit | undefined>(
      (longest, budget) => (longest && longest.account.window.end >= budget.account.window.end ? longest : budget),
      undefined,
    );
}

/** Refuses a call, and has the budget remember it for the notice of its first refusal. */
export function refuseByBudget(budget: BudgetLimit, estimate: bigint): GatewayError {
  budget.account.refusing = budget.account.maximum;
  return budgetExceeded(budget, estimate);
}

/** The refusal, in words for the caller, without figures that tell what other callers have spent. */
export function budgetExceeded(budget: BudgetLimit, estimate: bigint): GatewayError {
  const { payer, account, maximum = 0n } = budget;
  const state =
    account.spent + account.held + account.elsewhere.held >= maximum ? "is used up" : "has no room for this call";
  const figures = showsFigures(payer) ? `: ${figuresOf(budget)}` : "";
  return new GatewayError(
    "budget_exceeded",
    `The budget of the ${payer.name} ${state}${figures}.${costNote(budget, estimate)} ${resetNote(budget)}`,
  );
}

/** The figures of a budget, for administrators. */
export function describeBudget(budget: BudgetLimit): string {
  const soft = budget.soft === undefined ? "" : `, soft limit ${dollars(budget.soft)}`;
  return `The ${budget.payer.name}: ${figuresOf(budget)}${soft}. ${resetNote(budget)}`;
}

function figuresOf({ account, maximum }: BudgetLimit): string {
  return `${dollars(account.spent)} spent, ${dollars(account.held + account.elsewhere.held)} held by calls in flight, limit ${maximum === undefined ? "none" : dollars(maximum)}`;
}

function costNote({ payer, account, maximum }: BudgetLimit, estimate: bigint): string {
  const fits = maximum !== undefined && account.spent + account.held + account.elsewhere.held < maximum;
  return fits && showsFigures(payer) ? ` It may cost ${dollars(estimate)}; a lower max_tokens would lower that.` : "";
}

function resetNote({ account }: BudgetLimit): string {
  return Number.isFinite(account.window.end)
    ? `It resets at ${new Date(account.window.end).toISOString()}.`
    : "It does not reset.";
}

/** The soft budgets that are exceeded by what is spent. What calls hold does not count: most of it is never spent. */
export function exceededSoftly(budgets: readonly BudgetLimit[]): readonly BudgetLimit[] {
  return budgets.filter(({ account, soft }) => soft !== undefined && account.spent > soft);
}

/**
 * The value of `x-gateway-budget-warning`: the kinds of payers with exceeded soft budgets, since ids may not fit into a
 * header.
 */
export function budgetWarning(exceeded: readonly BudgetLimit[]): string {
  return exceeded
    .map(({ payer, account, soft = 0n }) => {
      const figures = showsFigures(payer) ? `; spent=${plain(account.spent)}; soft_budget=${plain(soft)}` : "";
      return `${payer.type}${figures}`;
    })
    .join(", ");
}

/** `$12.5`, never rounded. */
function dollars(nano: bigint): string {
  return `$${plain(nano)}`;
}

function plain(nano: bigint): string {
  const [whole = "0", fraction = ""] = dollarsFromNano(nano).split(".");
  return `${whole}.${withoutTrailing(fraction, "0").padEnd(2, "0")}`;
}
