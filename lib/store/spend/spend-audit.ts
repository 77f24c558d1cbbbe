import type { QueryConfig } from "pg";
import { CHARGED_ENTITIES } from "./charged-entities";
import type { Database } from "../database";

/** A total that differs from the sum of its calls. Amounts are decimal dollars; null: there is no such total. */
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

/** For days whose calls have been deleted the daily totals are the truth, for all other days the calls are. */
const CHARGED = `
WITH retention AS (
  SELECT coalesce(max(pruned_before), '-infinity'::date) AS pruned_before FROM call_retention
), charged AS (
  SELECT entity.type, entity.id, (started_at AT TIME ZONE 'UTC')::date AS day, calls.model, calls.provider, spend, prompt_tokens, completion_tokens,
    price_state = 'unpriced' AS is_unpriced, status IN ('error', 'interrupted') AS has_failed
  FROM calls CROSS JOIN LATERAL ${CHARGED_ENTITIES}
  WHERE (started_at AT TIME ZONE 'UTC')::date >= (SELECT pruned_before FROM retention)
), days AS (
  SELECT type, id, day, model, provider, sum(spend) AS spend, count(*) AS calls, sum(prompt_tokens) AS prompt,
    sum(completion_tokens) AS completion, count(*) FILTER (WHERE is_unpriced) AS unpriced, count(*) FILTER (WHERE has_failed) AS failed
  FROM charged GROUP BY type, id, day, model, provider
), entities AS (
  SELECT type, id, sum(spend) AS spend, sum(calls) AS calls, sum(prompt) AS prompt, sum(completion) AS completion, sum(unpriced) AS unpriced
  FROM (
    SELECT type, id, spend, calls, prompt, completion, unpriced FROM days
    UNION ALL
    SELECT entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls
    FROM daily_totals WHERE day < (SELECT pruned_before FROM retention)) AS part
  GROUP BY type, id
)`;

const DISCREPANCIES = `${CHARGED}
SELECT 'entity_totals' AS "table", coalesce(type, entity_type) AS "entityType", coalesce(id, entity_id) AS "entityId", NULL AS day,
  expected.spend::text AS "spendOfCalls", total.spend::text AS "spendOfTotal",
  expected.calls::text AS "numberOfCalls", total.calls::text AS "numberInTotal"
FROM entities AS expected FULL JOIN entity_totals AS total ON entity_type = type AND entity_id = id
WHERE (expected.spend, expected.calls, prompt, completion, unpriced)
  IS DISTINCT FROM (total.spend, total.calls, total.prompt_tokens, total.completion_tokens, total.unpriced_calls)
UNION ALL
SELECT 'daily_totals', coalesce(type, entity_type), coalesce(id, entity_id), coalesce(expected.day, total.day)::text,
  expected.spend::text, total.spend::text, expected.calls::text, total.calls::text
FROM days AS expected FULL JOIN (SELECT * FROM daily_totals WHERE day >= (SELECT pruned_before FROM retention)) AS total
  ON entity_type = type AND entity_id = id AND total.day = expected.day
  AND total.model = expected.model AND total.provider = expected.provider
WHERE (expected.spend, expected.calls, prompt, completion, unpriced, failed) IS DISTINCT FROM
  (total.spend, total.calls, total.prompt_tokens, total.completion_tokens, total.unpriced_calls, total.failed_calls)
ORDER BY 1 DESC, 2, 3, 4`;

/** Whether this database has the gateway's tables. */
export async function hasCalls(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query<{ found: boolean }>("SELECT to_regclass('calls') IS NOT NULL AS found");
  return rows[0]?.found ?? false;
}

/**
 * The totals that differ from the sum of their calls, in one snapshot. It reads every call, however long that takes.
 */
export async function findSpendDiscrepancies(database: Database): Promise<SpendDiscrepancy[]> {
  const client = await database.pool.connect();
  try {
    // It groups ten rows per call. Hashing takes half the time of sorting, which would compare names by locale.
    await client.query(
      "BEGIN READ ONLY; SET LOCAL work_mem = '64MB'; SET LOCAL enable_sort = off; SET LOCAL enable_mergejoin = off",
    );
    const { rows } = await client.query<SpendDiscrepancy>(patient(DISCREPANCIES));
    await client.query("COMMIT");
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Replaces the pool's limit on queries, which is for queries that a caller waits for, by one of a day. */
function patient(text: string): QueryConfig & { readonly query_timeout: number } {
  return { text, query_timeout: 86_400_000 };
}
