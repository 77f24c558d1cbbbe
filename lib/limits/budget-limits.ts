import { GatewayError } from "@/lib/errors";
import { BudgetUnknown, type BudgetAccount } from "./budget-account";
import { refuseByBudget, refusingBudget, type BudgetLimit } from "./budget-decision";
import type { BudgetKeeper } from "@/lib/limits/io/budget-keeper";
import type { BudgetMeasure, Cover } from "./tracked-budget";
import { smaller } from "./budget-share";
import { decimalUnits } from "@/lib/prices/money";
import { WaitingRounds } from "./waiting-rounds";
import type { Payer } from "./payers";

/** The budgets of the payers of a call. */
export interface BudgetLimits {
  /** With the figures that this process has at the moment. */
  now(payers: readonly Payer[]): readonly BudgetLimit[];
  /** With figures from the database, where this process has none. @throws GatewayError directory_unavailable */
  known(payers: readonly Payer[]): Promise<readonly BudgetLimit[]>;
  /**
   * Calls `enter` as soon as this process's shares of the budgets cover the cost, and resolves to its result.
   * @throws GatewayError budget_exceeded, directory_unavailable
   */
  covering<Entered>(
    payers: readonly Payer[],
    cost: bigint,
    enter: (budgets: readonly BudgetLimit[]) => Entered,
  ): Promise<Awaited<Entered>>;
}

/** Whether this process's shares cover a call, so that it may be admitted without asking the database. */
export function areCovering(budgets: readonly BudgetLimit[], cost: bigint): boolean {
  return budgets.every(({ account }) => account.isKnown && account.lacks(cost) === 0n);
}

export function createBudgetLimits(keeper: BudgetKeeper): BudgetLimits {
  function now(payers: readonly Payer[]): readonly BudgetLimit[] {
    const budgets = payers
      .filter(({ limits }) => limits.maxBudget !== null || limits.softBudget !== null)
      .map((payer) => ({
        payer,
        account: keeper.account(measureOf(payer)),
        maximum: nano(payer.limits.maxBudget),
        soft: nano(payer.limits.softBudget),
      }));
    for (const { account } of budgets) {
      account.maximum = strictest(budgets, account, "maximum");
      account.soft = strictest(budgets, account, "soft");
    }
    return budgets;
  }

  async function known(payers: readonly Payer[]): Promise<readonly BudgetLimit[]> {
    for (;;) {
      const budgets = now(payers);
      const unknown = budgets.filter(({ account }) => !account.isKnown);
      if (unknown.length === 0) return budgets;
      // A window may end while its figures are read; the loop then asks for those of the next one.
      await keeper.known(unknown.map(({ payer }) => measureOf(payer))).catch(unavailable);
    }
  }

  async function covering<Entered>(
    payers: readonly Payer[],
    cost: bigint,
    enter: (budgets: readonly BudgetLimit[]) => Entered,
  ): Promise<Awaited<Entered>> {
    const rounds = new WaitingRounds();
    let covers: readonly (Cover | undefined)[] = [];
    const release = (): void => {
      for (const cover of covers) cover?.release();
      covers = [];
    };
    try {
      for (;;) {
        const budgets = await known(payers);
        // Nothing from here to `enter` waits, so no other call can come between.
        release();
        const refusing = refusingBudget(budgets, cost);
        if (refusing) throw refuseByBudget(refusing, cost);
        const lacking = budgets.filter(({ account }) => account.lacks(cost) > 0n);
        if (lacking.length === 0) return await enter(budgets);
        covers = await Promise.all(lacking.map(({ payer }) => keeper.cover(measureOf(payer), cost, rounds)));
        const used = lacking.find((_, index) => covers[index] === undefined);
        if (used) throw refuseByBudget(used, cost);
      }
    } finally {
      release();
    }
  }

  return { now, known, covering };
}

function measureOf({ type, id, limits }: Payer): BudgetMeasure {
  return { type, id, duration: limits.budgetDuration };
}

/** Two budgets that are measured by one account may have different limits: the lowest one counts. */
function strictest(
  budgets: readonly BudgetLimit[],
  account: BudgetAccount,
  limit: "maximum" | "soft",
): bigint | undefined {
  const limits = budgets.flatMap((budget) => {
    const amount = budget.account === account ? budget[limit] : undefined;
    return amount === undefined ? [] : [amount];
  });
  return limits.length === 0 ? undefined : limits.reduce(smaller);
}

/** A budget is configured in dollars. */
function nano(dollars: number | null): bigint | undefined {
  return dollars === null ? undefined : decimalUnits(dollars, 9);
}

function unavailable(error: unknown): never {
  if (!(error instanceof BudgetUnknown)) throw error;
  throw new GatewayError(
    "directory_unavailable",
    "The gateway's database does not answer in time, so the gateway does not know what is left of your budget; try again shortly.",
    {
      headers: { "retry-after": "1" },
      cause: error.cause,
    },
  );
}
