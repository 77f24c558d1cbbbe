import { GatewayError } from "@/lib/errors";
import { BudgetUnknown, type BudgetAccount } from "./budget-account";
import { budgetExceeded, refusingFence, type BudgetFence } from "./budget-decision";
import type { BudgetKeeper, BudgetMeasure, Cover } from "@/lib/limits/io/budget-keeper";
import { smaller } from "./budget-share";
import { decimalUnits } from "@/lib/prices/money";
import { Patience } from "./patience";
import type { Payer } from "./payers";

/** The budgets of those whom a call is charged to. */
export interface BudgetFences {
  /** As they are known at this moment. */
  now(payers: readonly Payer[]): readonly BudgetFence[];
  /** Their figures asked for, where they are not known. @throws GatewayError directory_unavailable */
  known(payers: readonly Payer[]): Promise<readonly BudgetFence[]>;
  /** What `enter` makes of them, called as soon as they cover the cost. @throws GatewayError budget_exceeded, directory_unavailable */
  covering<Entered>(
    payers: readonly Payer[],
    cost: bigint,
    enter: (fences: readonly BudgetFence[]) => Entered,
  ): Promise<Awaited<Entered>>;
}

/** Whether a call may be let in without asking anybody. */
export function areCovering(fences: readonly BudgetFence[], cost: bigint): boolean {
  return fences.every(({ account }) => account.isKnown && account.lacks(cost) === 0n);
}

export function createBudgetFences(keeper: BudgetKeeper): BudgetFences {
  function now(payers: readonly Payer[]): readonly BudgetFence[] {
    const fences = payers
      .filter(({ limits }) => limits.maxBudget !== null || limits.softBudget !== null)
      .map((payer) => ({
        payer,
        account: keeper.account(measureOf(payer)),
        maximum: nano(payer.limits.maxBudget),
        soft: nano(payer.limits.softBudget),
      }));
    for (const { account } of fences) account.maximum = strictest(fences, account);
    return fences;
  }

  async function known(payers: readonly Payer[]): Promise<readonly BudgetFence[]> {
    for (;;) {
      const fences = now(payers);
      const unknown = fences.filter(({ account }) => !account.isKnown);
      if (unknown.length === 0) return fences;
      // A window may end while its figures are read, and then those of the next one are asked for.
      await keeper.known(unknown.map(({ payer }) => measureOf(payer))).catch(unavailable);
    }
  }

  async function covering<Entered>(
    payers: readonly Payer[],
    cost: bigint,
    enter: (fences: readonly BudgetFence[]) => Entered,
  ): Promise<Awaited<Entered>> {
    const patience = new Patience();
    let covers: readonly (Cover | undefined)[] = [];
    const release = (): void => {
      for (const cover of covers) cover?.release();
      covers = [];
    };
    try {
      for (;;) {
        const fences = await known(payers);
        // From here to the entry nothing else happens.
        release();
        const refusing = refusingFence(fences, cost);
        if (refusing) throw budgetExceeded(refusing, cost);
        const lacking = fences.filter(({ account }) => account.lacks(cost) > 0n);
        if (lacking.length === 0) return await enter(fences);
        covers = await Promise.all(lacking.map(({ payer }) => keeper.cover(measureOf(payer), cost, patience)));
        const used = lacking.find((_, index) => covers[index] === undefined);
        if (used) throw budgetExceeded(used, cost);
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

/** Two budgets measured by one account may have different limits. */
function strictest(fences: readonly BudgetFence[], account: BudgetAccount): bigint | undefined {
  const limits = fences.flatMap((fence) =>
    fence.account === account && fence.maximum !== undefined ? [fence.maximum] : [],
  );
  return limits.length === 0 ? undefined : limits.reduce(smaller);
}

/** The amount of a budget; a person wrote it in dollars. */
function nano(dollars: number | null): bigint | undefined {
  return dollars === null ? undefined : decimalUnits(dollars, 9);
}

function unavailable(error: unknown): never {
  if (!(error instanceof BudgetUnknown)) throw error;
  throw new GatewayError(
    "directory_unavailable",
    "The gateway's database cannot be reached, so it is not known what is left of your budget; try again shortly.",
    {
      headers: { "retry-after": "1" },
      cause: error.cause,
    },
  );
}
