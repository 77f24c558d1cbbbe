import { CHARGED_ENTITIES } from "./charged-entities";
import type { Database } from "./database";

/** A total that is not the sum of its calls; amounts are decimal dollars, null where there is no total at all. */
export interface SpendDiscrepancy {
  readonly table: "entity_totals" | "daily_totals";
  readonly entityType: string;
  readonly entityId: string;
  readonly day: string | null;
  readonly spendOfCalls: string | null;
  readonly spendOfTotal: string | null;
  readonly numberOfCalls: string | null;
  readonly numberInTotal: string | null;
}

const CHARGED = `
WITH charged AS (
  SELECT entity.type, entity.id, calls.*, (calls.started_at AT TIME ZONE 'UTC')::date AS day
  FROM calls CROSS JOIN LATERAL ${CHARGED_ENTITIES}
)`;

const ENTITY_TOTALS = `${CHARGED}, expected AS (
  SELECT type, id, sum(spend) AS spend, count(*) AS calls, sum(prompt_tokens) AS prompt, sum(completion_tokens) AS completion,
    count(*) FILTER (WHERE price_state = 'unpriced') AS unpriced
  FROM charged GROUP BY type, id
)
SELECT 'entity_totals' AS "table", coalesce(type, entity_type) AS "entityType", coalesce(id, entity_id) AS "entityId", NULL AS day,
  expected.spend::text AS "spendOfCalls", total.spend::text AS "spendOfTotal",
  expected.calls::text AS "numberOfCalls", total.calls::text AS "numberInTotal"
FROM expected FULL JOIN entity_totals AS total ON entity_type = type AND entity_id = id
WHERE (expected.spend, expected.calls, prompt, completion, unpriced)
  IS DISTINCT FROM (total.spend, total.calls, total.prompt_tokens, total.completion_tokens, total.unpriced_calls)`;

const DAILY_TOTALS = `${CHARGED}, expected AS (
  SELECT type, id, day, model, provider, sum(spend) AS spend, count(*) AS calls, sum(prompt_tokens) AS prompt,
    sum(completion_tokens) AS completion, count(*) FILTER (WHERE price_state = 'unpriced') AS unpriced,
    count(*) FILTER (WHERE status IN ('error', 'interrupted')) AS failed
  FROM charged GROUP BY type, id, day, model, provider
)
SELECT 'daily_totals' AS "table", coalesce(type, entity_type) AS "entityType", coalesce(id, entity_id) AS "entityId",
  coalesce(expected.day, total.day)::text AS day,
  expected.spend::text AS "spendOfCalls", total.spend::text AS "spendOfTotal",
  expected.calls::text AS "numberOfCalls", total.calls::text AS "numberInTotal"
FROM expected FULL JOIN daily_totals AS total
  ON entity_type = type AND entity_id = id AND total.day = expected.day
  AND total.model = expected.model AND total.provider = expected.provider
WHERE (expected.spend, expected.calls, prompt, completion, unpriced, failed) IS DISTINCT FROM
  (total.spend, total.calls, total.prompt_tokens, total.completion_tokens, total.unpriced_calls, total.failed_calls)`;

/**
 * The one truth: every total is the sum of its calls. Answers all totals for which that does not hold, in one snapshot;
 * it reads every call.
 */
export async function findSpendDiscrepancies(database: Database): Promise<SpendDiscrepancy[]> {
  const result = await database.pool.query<SpendDiscrepancy>(`${ENTITY_TOTALS}\nUNION ALL\n(${DAILY_TOTALS})`);
  return result.rows;
}
