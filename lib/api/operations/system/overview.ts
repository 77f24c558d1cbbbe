import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { Services } from "@/lib/gateway/services";
import { decimalUnits, dollarsFromNano } from "@/lib/prices/money";
import { orUnavailable } from "@/lib/store/failures";
import { missingNodes, withAnswering } from "@/lib/store/missing-nodes";
import { listNodes } from "@/lib/store/nodes";
import { readNearBudgets, type KnownBudget } from "@/lib/store/spend/near-budgets";
import { healthContracts, NEAR_BUDGET } from "@/lib/wire/contracts/health";
import { lastHour } from "./deployment-health";

const MOST_BUDGETS = 100;

/** `GET /health/deployments`, `/health/nodes`, `/health/budgets`: whether all is well, for administrators. */
export const overviewOperations: readonly CallerOperation[] = [
  defineOperation(healthContracts.deployments, async ({ services }) => ({ body: await lastHour(services) })),
  defineOperation(healthContracts.nodes, async ({ services }) => {
    const { serving, silent } = withAnswering(await orUnavailable(listNodes(services.database)), services.changes.node);
    const data = serving.map(({ name, version, startedAt, seenAt, clockAheadMs }) => ({
      name,
      version,
      started_at: startedAt.toISOString(),
      seen_at: seenAt.toISOString(),
      clock_ahead_ms: clockAheadMs,
      answers: name === services.changes.node,
    }));
    const missing = missingNodes(silent, serving).map(({ name, version, seenAt }) => {
      return { name, version, seen_at: seenAt.toISOString() };
    });
    return { body: { data, missing } };
  }),
  defineOperation(healthContracts.budgets, async ({ services }) => {
    const { database, now } = services;
    const near = await readNearBudgets(database, { now: now(), part: NEAR_BUDGET, others: budgetsOfModels(services) });
    const data = near.slice(0, MOST_BUDGETS).map(({ type, id, name, maximum, soft, spent, window }) => ({
      type,
      id,
      name,
      max_budget: Number(dollarsFromNano(maximum)),
      soft_budget: soft === null ? null : Number(dollarsFromNano(soft)),
      spent: Number(dollarsFromNano(spent)),
      resets_at: Number.isFinite(window.end) ? new Date(window.end).toISOString() : null,
    }));
    return { body: { data, total: near.length } };
  }),
];

/** The budgets of model names; entries with the same name share the lowest. */
function budgetsOfModels({ settings }: Pick<Services, "settings">): KnownBudget[] {
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
