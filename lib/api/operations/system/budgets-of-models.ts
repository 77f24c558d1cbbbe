import type { Services } from "@/lib/gateway/services";
import { decimalUnits } from "@/lib/prices/money";
import type { KnownBudget } from "@/lib/store/spend/near-budgets";

/** The budgets of model names; entries with the same name share the lowest. */
export function budgetsOfModels({ settings }: Pick<Services, "settings">): KnownBudget[] {
  const lowest = new Map<string, KnownBudget>();
  for (const { model_name: id, model_info: info } of settings.current().models) {
    if (info?.max_budget === undefined || info.max_budget <= 0) continue;
    const maximum = decimalUnits(info.max_budget, 9);
    if ((lowest.get(id)?.maximum ?? maximum) < maximum) continue;
    const soft = info.soft_budget === undefined ? null : decimalUnits(info.soft_budget, 9);
    lowest.set(id, { type: "model", id, name: null, maximum, soft, duration: info.budget_duration ?? null });
  }
  return [...lowest.values()];
}
