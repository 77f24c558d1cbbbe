import type { BudgetAccount } from "./budget-account";
import { budgetWarning, exceededSoftly, type BudgetLimit } from "./budget-decision";

/** What a call holds of its payers' budgets: the most that it may cost, in every account. */
export class BudgetHold {
  /** The value of `x-gateway-budget-warning`; undefined: no soft budget is exceeded. */
  readonly warning: string | undefined;
  readonly #accounts: readonly BudgetAccount[];
  #costNano: bigint;

  /** Takes the hold. The caller has made sure that all budgets leave room for it. */
  constructor(budgets: readonly BudgetLimit[], costNano: bigint) {
    this.#accounts = accountsOf(budgets);
    this.#costNano = costNano;
    for (const account of this.#accounts) account.hold(costNano);
    const exceeded = exceededSoftly(budgets);
    this.warning = exceeded.length === 0 ? undefined : budgetWarning(exceeded);
  }

  /** How much more a call of that cost, in nano-dollars, needs than is held; 0: it is covered. */
  lacks(costNano: bigint): bigint {
    return costNano > this.#costNano ? costNano - this.#costNano : 0n;
  }

  /** Holds more. The caller has made sure that all budgets leave room for it. */
  add(nano: bigint): void {
    this.#costNano += nano;
    for (const account of this.#accounts) account.hold(nano);
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
