import { budgetWindow } from "@/lib/limits/budget-window";
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
 * What an entity has spent of its budget in the current window. Null: it has no budget.
 * @throws GatewayError directory_unavailable
 */
export async function budgetStateOf(
  services: Pick<Services, "database" | "now">,
  type: EntityType,
  id: string,
  record: Budgeted,
): Promise<BudgetState> {
  const { max_budget: maximum, soft_budget: soft, budget_duration: duration } = record;
  if (maximum === null && soft === null) return null;
  const window = budgetWindow(duration, services.now());
  const [nano = 0n] = await orUnavailable(readSpent(services.database.pool, [{ type, id, ...window }]));
  const spent = Number(dollarsFromNano(nano));
  const isBounded = Number.isFinite(window.end);
  return {
    spent,
    starts_at: isBounded ? new Date(window.start).toISOString() : null,
    resets_at: isBounded ? new Date(window.end).toISOString() : null,
    soft_exceeded: soft !== null && spent > soft,
  };
}
