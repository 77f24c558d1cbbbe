import { GatewayError } from "@/lib/errors";
import type { BudgetAccount } from "./budget-account";
import { dollarsFromNano } from "@/lib/prices/money";
import type { Payer } from "./payers";

/** A budget that a call must fit into. Amounts are nano-dollars. */
export interface BudgetFence {
  readonly payer: Payer;
  readonly account: BudgetAccount;
  readonly maximum: bigint | undefined;
  readonly soft: bigint | undefined;
}

/** Whether a budget leaves room for an estimated cost; for a call without a price, whether it is not used up. */
export function leavesRoom({ account, maximum }: BudgetFence, estimate: bigint): boolean {
  if (maximum === undefined) return true;
  const taken = account.spent + account.held;
  return estimate === 0n ? taken < maximum : taken + estimate <= maximum;
}

/**
 * The budget that refuses a call; of several the one that does so longest, so that whoever heeds the refusal is not
 * refused again. Undefined: all of them leave room.
 */
export function refusingFence(fences: readonly BudgetFence[], estimate: bigint): BudgetFence | undefined {
  return fences
    .filter((fence) => !leavesRoom(fence, estimate))
    .reduce<BudgetFence | undefined>(
      (longest, fence) => (longest && longest.account.window.end >= fence.account.window.end ? longest : fence),
      undefined,
    );
}

/** The refusal in words for its caller. What everybody has spent on a model is not their business. */
export function budgetExceeded(fence: BudgetFence, estimate: bigint): GatewayError {
  const { payer, account, maximum = 0n } = fence;
  const state =
    account.spent + account.held + account.elsewhere.held >= maximum ? "is used up" : "has no room for this call";
  const figures = payer.type === "model" ? "" : `: ${figuresOf(fence)}`;
  return new GatewayError(
    "budget_exceeded",
    `The budget of the ${payer.name} ${state}${figures}.${costNote(fence, estimate)} ${resetNote(fence)}`,
  );
}

/** How a budget stands, for administrators. */
export function describeBudget(fence: BudgetFence): string {
  const soft = fence.soft === undefined ? "" : `, soft limit ${dollars(fence.soft)}`;
  return `The ${fence.payer.name}: ${figuresOf(fence)}${soft}. ${resetNote(fence)}`;
}

function figuresOf({ account, maximum }: BudgetFence): string {
  return `${dollars(account.spent)} spent, ${dollars(account.held + account.elsewhere.held)} held by calls in flight, limit ${maximum === undefined ? "none" : dollars(maximum)}`;
}

function costNote({ payer, account, maximum }: BudgetFence, estimate: bigint): string {
  const fits = maximum !== undefined && account.spent + account.held + account.elsewhere.held < maximum;
  return fits && payer.type !== "model"
    ? ` It may cost ${dollars(estimate)}; a lower max_tokens would lower that.`
    : "";
}

function resetNote({ account }: BudgetFence): string {
  return Number.isFinite(account.window.end)
    ? `It resets at ${new Date(account.window.end).toISOString()}.`
    : "It does not reset.";
}

/** The soft budgets that are exceeded once a call has been admitted. */
export function exceededSoftly(fences: readonly BudgetFence[]): readonly BudgetFence[] {
  return fences.filter(({ account, soft }) => soft !== undefined && account.spent + account.held > soft);
}

/** The value of `x-gateway-budget-warning`: whose soft budgets are exceeded, by kind, since ids need not fit into a header. */
export function budgetWarning(exceeded: readonly BudgetFence[]): string {
  return exceeded
    .map(({ payer, account, soft = 0n }) => {
      const figures =
        payer.type === "model" ? "" : `; spent=${plain(account.spent + account.held)}; soft_budget=${plain(soft)}`;
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
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
