import { budgetWindow, type BudgetWindow } from "@/lib/limits/budget-window";
import type { EntityType } from "@/lib/entity-type";
import { dollarsFromNano } from "@/lib/prices/money";
import { readSpent } from "@/lib/store/spend/budget-figures";
import { orUnavailable } from "@/lib/store/failures";
import type { BudgetState } from "@/lib/wire/budget-state";
import type { Services } from "@/lib/gateway/services";

/** The budget fields of an entity's wire record. */
export interface Budgeted {
  readonly max_budget: number | null;
  readonly soft_budget: number | null;
  readonly budget_duration: string | null;
}

/**
 * What each entity has spent of its budget in the present window, in their order. Null: it has no budget.
 * @throws GatewayError directory_unavailable
 */
export async function budgetStatesOf(
  services: Pick<Services, "database" | "now">,
  type: EntityType,
  entities: readonly (Budgeted & { readonly id: string })[],
): Promise<BudgetState[]> {
  const now = services.now();
  const questions = entities
    .filter(hasBudget)
    .map(({ id, budget_duration: duration }) => ({ type, id, ...budgetWindow(duration, now) }));
  if (questions.length === 0) return entities.map(() => null);
  const spent = await orUnavailable(readSpent(services.database.pool, questions));
  const answers = questions.map((window, index) => ({ window, spent: Number(dollarsFromNano(spent[index] ?? 0n)) }));
  return entities.map((entity) => {
    const answer = hasBudget(entity) ? answers.shift() : undefined;
    return answer ? stateOf(entity, answer.window, answer.spent) : null;
  });
}

function hasBudget({ max_budget: maximum, soft_budget: soft }: Budgeted): boolean {
  return maximum !== null || soft !== null;
}

/** The state of a budget. `spent`: dollars in the window. */
function stateOf({ soft_budget: soft }: Budgeted, { start, end }: BudgetWindow, spent: number): BudgetState {
  const isBounded = Number.isFinite(end);
  return {
    spent,
    starts_at: isBounded ? new Date(start).toISOString() : null,
    resets_at: isBounded ? new Date(end).toISOString() : null,
    soft_exceeded: soft !== null && spent > soft,
  };
}
