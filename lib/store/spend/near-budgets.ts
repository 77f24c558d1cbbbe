import { spendOfEach } from "./all-totals";
import { STORED_KINDS, type EntityType } from "@/lib/entity-type";
import { budgetWindow, type BudgetWindow } from "@/lib/limits/budget-window";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable, orUnavailable } from "../failures";
import { readSpent } from "./budget-figures";

/** An entity and its budget, in nano-dollars. */
export interface KnownBudget {
  readonly type: EntityType;
  readonly id: string;
  readonly name: string | null;
  readonly maximum: bigint;
  readonly soft: bigint | null;
  readonly duration: string | null;
}

/** A budget with what is booked in its present window. */
export interface BudgetInWindow extends KnownBudget {
  readonly spent: bigint;
  readonly window: BudgetWindow;
}

/**
 * Budgets that may be near their limit. Spend in a window is never above the spend of all time, so an entity that spent
 * less of all time is not near.
 */
const CANDIDATES = STORED_KINDS.map(
  ({ type, table }) =>
    `(SELECT '${type}' AS type, row.id, row.alias AS name, trunc(row.max_budget * 1000000000)::text AS maximum,
       trunc(row.soft_budget * 1000000000)::text AS soft, row.budget_duration AS duration,
       total.spend / row.max_budget AS part
     FROM ${table} AS row JOIN ${spendOfEach(type)} AS total ON total.entity_id = row.id
     WHERE row.max_budget > 0 AND (total.spend >= row.max_budget * $1::numeric OR total.spend > row.soft_budget))`,
).join(" UNION ALL ");
/** How many of them are looked at. */
const MOST = 5_000;

interface CandidateRow {
  readonly type: EntityType;
  readonly id: string;
  readonly name: string | null;
  readonly maximum: string;
  readonly soft: string | null;
  readonly duration: string | null;
}

/**
 * The budgets of which at least `part` is booked in their present window, or whose soft budget is exceeded, the fullest
 * first. `others`: budgets that have no row in the database. `now`: milliseconds since the epoch.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readNearBudgets(
  { pool }: Pick<Database, "pool">,
  { now, part, others }: { readonly now: number; readonly part: number; readonly others: readonly KnownBudget[] },
): Promise<BudgetInWindow[]> {
  const { rows } = await longOrUnavailable(
    pool.query<CandidateRow>(longStatement(`${CANDIDATES} ORDER BY part DESC, type, id LIMIT ${MOST}`, [part])),
  );
  const budgets: KnownBudget[] = [
    ...rows.map(({ maximum, soft, ...row }) => ({
      ...row,
      maximum: BigInt(maximum),
      soft: soft === null ? null : BigInt(soft),
    })),
    ...others,
  ];
  const windows = budgets.map(({ duration }) => budgetWindow(duration, now));
  const spent = await orUnavailable(
    readSpent(
      pool,
      budgets.map(({ type, id }, at) => ({ type, id, start: 0, end: Number.POSITIVE_INFINITY, ...windows[at] })),
    ),
  );
  return budgets
    .map((budget, at): BudgetInWindow => ({
      ...budget,
      spent: spent[at] ?? 0n,
      window: windows[at] ?? { start: 0, end: Number.POSITIVE_INFINITY },
    }))
    .filter(
      ({ spent: booked, maximum, soft }) =>
        Number(booked) >= Number(maximum) * part || (soft !== null && booked > soft),
    )
    .sort((a, b) => Number(b.spent) / Number(b.maximum) - Number(a.spent) / Number(a.maximum));
}
