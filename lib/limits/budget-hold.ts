import type { Logger } from "@/lib/log";
import type { BudgetAccount } from "./budget-account";
import { budgetWarning, exceededSoftly, type BudgetLimit } from "./budget-decision";

/** What a call holds of its payers' budgets: the most that it may cost, in every account. */
export class BudgetHold {
  /** The value of `x-gateway-budget-warning`; undefined: no soft budget is exceeded. */
  readonly warning: string | undefined;
  readonly #accounts: readonly BudgetAccount[];
  readonly #costNano: bigint;

  /** Takes the hold. The caller has made sure that all budgets leave room for it. */
  constructor(budgets: readonly BudgetLimit[], costNano: bigint, log: Logger) {
    this.#accounts = accountsOf(budgets);
    this.#costNano = costNano;
    for (const account of this.#accounts) account.hold(costNano);
    const exceeded = exceededSoftly(budgets);
    for (const budget of exceeded) logOncePerWindow(budget, log);
    this.warning = exceeded.length === 0 ? undefined : budgetWarning(exceeded);
  }

  /** Ends the hold with what the call has cost, in nano-dollars. */
  settle(spentNano: bigint): void {
    for (const account of this.#accounts) account.settle(this.#costNano, spentNano);
  }
}

/** Two budgets may be measured by one account, in which the call must be held once. */
function accountsOf(budgets: readonly BudgetLimit[]): readonly BudgetAccount[] {
  const accounts = budgets.map(({ account }) => account);
  return accounts.length < 2 ? accounts : [...new Set(accounts)];
}

function logOncePerWindow({ payer, account, soft }: BudgetLimit, log: Logger): void {
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
