import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { dollarsFromNano } from "@/lib/prices/money";
import { orUnavailable } from "@/lib/store/failures";
import { missingNodes, withAnswering } from "@/lib/store/missing-nodes";
import { listNodes } from "@/lib/store/nodes";
import { readNearBudgets } from "@/lib/store/spend/near-budgets";
import { healthContracts, NEAR_BUDGET } from "@/lib/wire/contracts/health";
import { budgetsOfModels } from "./budgets-of-models";
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
