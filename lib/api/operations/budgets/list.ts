import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { defineOperation } from "@/lib/api/operation";
import { budgetsOfModels } from "@/lib/api/operations/system/budgets-of-models";
import { budgetOutlook } from "@/lib/limits/budget-outlook";
import { dollarsFromNano } from "@/lib/prices/money";
import { type ListedBudget, listBudgets } from "@/lib/store/budgets/budget-list";
import type { Database } from "@/lib/store/database";
import { readRecentSpend } from "@/lib/store/budgets/recent-spend";
import { DAY_MS } from "@/lib/time/period";
import { type Budget, budgetContracts } from "@/lib/wire/contracts/budgets/budgets";
import { NEAR_BUDGET } from "@/lib/wire/contracts/health";

/** How far back the rate of a budget without windows is measured, in milliseconds. */
const MEASURED_MS = 28 * DAY_MS;
const FULLEST_FIRST: ListOrder = { name: "budgets", kind: "amount", id: /^[a-z_]+ / };

/** `GET /budgets` */
export const budgetListOperation = defineOperation(
  budgetContracts.list,
  async ({ services }, { type, state, search, page, size, after }) => {
    const { database } = services;
    const now = services.now();
    const asked = { page, size, after };
    const { rows, ...listed } = await listBudgets(database, {
      now,
      type,
      condition: state,
      search,
      near: NEAR_BUDGET,
      others: budgetsOfModels(services),
      ...pageOf(asked, FULLEST_FIRST),
    });
    const rates = await ratesOf(database, rows, now);
    const data = rows.map((row, at) => viewOf(row, rates[at] ?? { spent: 0, since: now }, now));
    return { body: { data, ...pageFields(asked, FULLEST_FIRST, listed) } };
  },
);

/** What was spent (dollars) from a moment until now. */
interface Measured {
  readonly spent: number;
  readonly since: number;
}

/**
 * What each budget's rate is measured by: its window, or the last weeks where it has none. Whoever has spent for less
 * long is measured from the first call on.
 */
async function ratesOf(database: Database, rows: readonly ListedBudget[], now: number): Promise<Measured[]> {
  const endless = rows.filter(({ window }) => !Number.isFinite(window.end));
  const recent = await readRecentSpend(database, endless, now - MEASURED_MS);
  return rows.map((row) => {
    const at = endless.indexOf(row);
    if (at === -1) return { spent: dollars(row.spent), since: row.window.start };
    const { spent, first } = recent[at] ?? { spent: 0n, first: 0 };
    const began = row.spent > spent ? 0 : first;
    return { spent: dollars(spent), since: Math.max(began, now - MEASURED_MS) };
  });
}

function viewOf(row: ListedBudget, measured: Measured, now: number): Budget {
  const { window, maximum, soft } = row;
  const isBounded = Number.isFinite(window.end);
  const elapsed = Math.max(now - measured.since, 1);
  const rate = (measured.spent / elapsed) * DAY_MS;
  const spent = dollars(row.spent);
  const outlook = budgetOutlook({
    left: dollars((maximum ?? soft ?? 0n) - row.spent),
    spent,
    rate,
    elapsed,
    end: isBounded ? window.end : undefined,
    now,
  });
  return {
    type: row.type,
    id: row.id,
    name: row.name,
    team_id: row.teamId,
    user_id: row.userId,
    max_budget: maximum === null ? null : dollars(maximum),
    soft_budget: soft === null ? null : dollars(soft),
    budget_duration: row.duration,
    spent,
    share: row.share,
    soft_exceeded: soft !== null && row.spent > soft,
    starts_at: isBounded ? new Date(window.start).toISOString() : null,
    resets_at: isBounded ? new Date(window.end).toISOString() : null,
    rate: { dollars_a_day: rate, since: new Date(measured.since).toISOString() },
    outlook: outlook.state,
    runs_out_at: outlook.state === "runs_out" ? new Date(outlook.at).toISOString() : null,
  };
}

function dollars(nano: bigint): number {
  return Number(dollarsFromNano(nano));
}
