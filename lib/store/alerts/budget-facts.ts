import type { Pool, PoolClient } from "pg";
import type { EntityType } from "@/lib/entity-type";
import type { BudgetNotice, BudgetThreshold } from "@/lib/limits/budget-notice";
import { nanoFromDollars } from "@/lib/prices/money";
import { readSpent, type SpentQuery } from "../spend/budget-figures";

const TAKEN_AT_ONCE = 1_000;

const TAKE = `
UPDATE budget_notices SET alerted_at = $1 WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM budget_notices WHERE alerted_at IS NULL ORDER BY at LIMIT ${TAKEN_AT_ONCE} FOR UPDATE))
RETURNING entity_type AS type, entity_id AS id, nullif(budget_duration, '') AS duration, threshold,
  (extract(epoch FROM window_start) * 1000)::float8 AS start, (extract(epoch FROM window_end) * 1000)::float8 AS "end",
  trunc(budget * 1000000000)::text AS budget, trunc(spent * 1000000000)::text AS spent, at`;

interface NoticeRow {
  readonly type: EntityType;
  readonly id: string;
  readonly duration: string | null;
  readonly threshold: BudgetThreshold;
  readonly start: number;
  readonly end: number | null;
  readonly budget: string;
  readonly spent: string;
  readonly at: Date;
}

/**
 * Takes the notices of budgets that alerts have not looked at yet; each notice is taken once. Notices from before
 * `since`, when alerts were off, are left out of the answer. @throws the database's error
 */
export async function takeNotices(
  client: PoolClient,
  { now, since }: { readonly now: number; readonly since: number },
): Promise<BudgetNotice[]> {
  const { rows } = await client.query<NoticeRow>(TAKE, [new Date(now)]);
  return rows
    .filter(({ at }) => at.getTime() >= since)
    .map(({ type, id, duration, threshold, start, end, budget, spent }) => ({
      type,
      id,
      duration,
      threshold,
      window: { start, end: end ?? Number.POSITIVE_INFINITY },
      budget: BigInt(budget),
      spent: BigInt(spent),
    }));
}

const LIMITS = `
SELECT asked.n::int AS n, payer.max_budget::text AS maximum, payer.soft_budget::text AS soft
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (type, id, n) CROSS JOIN LATERAL (
  SELECT max_budget, soft_budget FROM keys WHERE asked.type = 'key' AND id = asked.id
  UNION ALL SELECT max_budget, soft_budget FROM users WHERE asked.type = 'user' AND id = asked.id
  UNION ALL SELECT max_budget, soft_budget FROM teams WHERE asked.type = 'team' AND id = asked.id
  UNION ALL SELECT max_budget, soft_budget FROM organizations WHERE asked.type = 'organization' AND id = asked.id
  UNION ALL SELECT max_budget, soft_budget FROM end_users WHERE asked.type = 'end_user' AND id = asked.id
  UNION ALL SELECT max_budget, NULL FROM memberships WHERE asked.type = 'member'
    AND team_id = replace(replace(split_part(asked.id, '/', 1), '~1', '/'), '~0', '~')
    AND user_id = substr(asked.id, strpos(asked.id, '/') + 1)
) AS payer`;

export interface PresentLimits {
  readonly maximum: bigint | undefined;
  readonly soft: bigint | undefined;
}

/** The budgets in the rows of payers, in their order; undefined: the payer has no row. @throws the database's error */
export async function readLimits(
  client: Pool | PoolClient,
  payers: readonly { readonly type: string; readonly id: string }[],
): Promise<(PresentLimits | undefined)[]> {
  const found: (PresentLimits | undefined)[] = payers.map(() => undefined);
  if (payers.length === 0) return found;
  const { rows } = await client.query<{ n: number; maximum: string | null; soft: string | null }>(LIMITS, [
    payers.map(({ type }) => type),
    payers.map(({ id }) => id),
  ]);
  for (const { n, maximum, soft } of rows) found[n - 1] = { maximum: nano(maximum), soft: nano(soft) };
  return found;
}

/** The booked spend of budgets, in nano-dollars, in the order of `queries`. @throws the database's error */
export function readBooked(client: PoolClient, queries: readonly SpentQuery[]): Promise<bigint[]> {
  return readSpent(client, queries);
}

function nano(dollars: string | null): bigint | undefined {
  return dollars === null ? undefined : nanoFromDollars(dollars);
}
