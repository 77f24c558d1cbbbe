import type { Services } from "@/lib/gateway/services";
import { budgetWindow } from "@/lib/limits/budget-window";
import { decimalUnits } from "@/lib/prices/money";
import { readSpent } from "@/lib/store/spend/budget-figures";
import { readBudgetedEntities, type Budgeted } from "@/lib/store/spend/budgeted-entities";
import type { BudgetUse } from "../reading";
import { usedRatio } from "../process-metrics";

/** How old the figures may become, in milliseconds. */
const FRESH_MS = 15_000;
/** How long the database may take for them, in milliseconds. A scrape does not wait much longer. */
const LIMIT_MS = 2_000;

/**
 * Reads how much of each budget is booked, at most every 15 seconds. While the database is away, the last figures stay.
 */
export function createBookedBudgets({
  database,
  settings,
  now,
}: Pick<Services, "database" | "settings" | "now">): () => Promise<readonly BudgetUse[]> {
  let readAt = Number.NEGATIVE_INFINITY;
  let known: Promise<readonly BudgetUse[]> = Promise.resolve([]);

  async function read(): Promise<readonly BudgetUse[]> {
    const budgeted = [...(await readBudgetedEntities(database, LIMIT_MS)), ...budgetedModels()];
    const spent = await readSpent(
      database.pool,
      budgeted.map(({ kind, id, duration }) => ({ type: kind, id, ...budgetWindow(duration, now()) })),
      LIMIT_MS,
    );
    return budgeted.map(({ kind, id, maximum }, at) => ({ kind, id, ratio: usedRatio(spent[at] ?? 0n, maximum) }));
  }

  function budgetedModels(): Budgeted[] {
    return settings.current().models.flatMap(({ model_name: id, model_info: info }) => {
      if (info?.max_budget === undefined) return [];
      return [
        {
          kind: "model" as const,
          id,
          maximum: decimalUnits(info.max_budget, 9),
          duration: info.budget_duration ?? null,
        },
      ];
    });
  }

  return () => {
    if (now() - readAt < FRESH_MS) return known;
    readAt = now();
    const before = known;
    known = read().catch(() => before);
    return known;
  };
}
