import type { QueryConfig } from "pg";
import { ALL_TOTALS } from "./all-totals";
import { CHARGED_ENTITIES } from "./charged-entities";
import { hourOf } from "./add-figures";
import { withoutLimits } from "@/lib/database/time-limits";
import type { Database } from "../database";
import { kindOfType, typeOfKind } from "./figure-kinds";

/**
 * A total that differs from the sum of its calls. Amounts are decimal dollars. Null: there is no such total, or no such
 * call.
 */
export interface SpendDiscrepancy {
  readonly table: "entity_totals" | "hourly_figures" | "daily_figures";
  readonly entityType: string;
  readonly entityId: string;
  /** A UTC day; for hourly figures with the hour: `2026-11-21 13:00`. Null for totals of all time. */
  readonly day: string | null;
  readonly spendOfCalls: string | null;
  readonly spendOfTotal: string | null;
  readonly numberOfCalls: string | null;
  readonly numberInTotal: string | null;
}

const SUMS = `sum(spend) AS spend, sum(calls) AS calls, sum(prompt) AS prompt, sum(completion) AS completion,
    sum(unpriced) AS unpriced, sum(failed) AS failed`;
const STORED = `prompt_tokens AS prompt, completion_tokens AS completion, unpriced_calls AS unpriced, failed_calls AS failed`;

/**
 * What figures and totals should be, and what they are. For days whose calls have been deleted the figures are the
 * truth, for all other days the calls are. Hours are compared one by one, except on days of which something is kept by
 * the day. Spend is in nano-dollars.
 */
const CHARGED = `
WITH retention AS (
  SELECT coalesce(max(pruned_before) - date '1970-01-01', -1000000) * 24 AS first_hour FROM call_retention
), folded AS (
  SELECT DISTINCT day FROM daily_figures
), charged AS (
  SELECT entity.type, entity.id, ${hourOf("started_at")} AS hour, calls.model, calls.provider, spend * 1000000000 AS spend, 1 AS calls,
    prompt_tokens AS prompt, completion_tokens AS completion, (price_state = 'unpriced')::int AS unpriced,
    (status IN ('error', 'interrupted'))::int AS failed
  FROM calls CROSS JOIN LATERAL ${CHARGED_ENTITIES}
  WHERE ${hourOf("started_at")} >= (SELECT first_hour FROM retention)
), expected AS (
  SELECT type, id, hour, day IS NOT NULL AS is_day, model, provider, ${SUMS} FROM (
    SELECT type, id, CASE WHEN day IS NULL THEN hour ELSE day * 24 END AS hour, day, model, provider, spend, calls, prompt, completion, unpriced, failed
    FROM charged LEFT JOIN folded ON day = hour / 24) AS by_day
  GROUP BY 1, 2, 3, 4, 5, 6
), stored AS (
  SELECT type, id, hour, is_day, model, provider, ${SUMS} FROM (
    SELECT ${typeOfKind("kind")} AS type, coalesce(entity_id, 'number ' || entity) AS id, hour, is_day, model, provider,
      figure.spend, figure.calls, prompt, completion, unpriced, failed
    FROM (
      SELECT kind, entity, served, CASE WHEN folded.day IS NULL THEN hour ELSE folded.day * 24 END AS hour, folded.day IS NOT NULL AS is_day,
        spend, calls, ${STORED}
      FROM hourly_figures LEFT JOIN folded ON folded.day = hour / 24
      UNION ALL
      SELECT kind, entity, served, day * 24, true, spend, calls, ${STORED} FROM daily_figures) AS figure
    LEFT JOIN ${ALL_TOTALS} AS total ON total.number = entity AND ${kindOfType("total.entity_type")} = kind
    LEFT JOIN served_models ON served_models.number = served) AS parts
  GROUP BY 1, 2, 3, 4, 5, 6
), entities AS (
  SELECT type, id, ${SUMS} FROM (
    SELECT type, id, spend, calls, prompt, completion, unpriced, failed FROM expected
    UNION ALL
    SELECT type, id, spend, calls, prompt, completion, unpriced, failed FROM stored WHERE hour < (SELECT first_hour FROM retention)) AS part
  GROUP BY type, id
)`;

const dollars = (nano: string): string => `(${nano} * 0.000000001)::numeric(30, 9)::text`;

const DISCREPANCIES = `${CHARGED}
SELECT 'entity_totals' AS "table", coalesce(type, entity_type) AS "entityType", coalesce(id, entity_id) AS "entityId", NULL AS day,
  ${dollars("expected.spend")} AS "spendOfCalls", total.spend::text AS "spendOfTotal",
  expected.calls::text AS "numberOfCalls", total.calls::text AS "numberInTotal"
FROM entities AS expected FULL JOIN (
  SELECT entity_type, entity_id, sum(spend) AS spend, sum(calls) AS calls, sum(prompt_tokens) AS prompt_tokens,
    sum(completion_tokens) AS completion_tokens, sum(unpriced_calls) AS unpriced_calls
  FROM ${ALL_TOTALS} AS parts GROUP BY 1, 2) AS total ON entity_type = type AND entity_id = id
WHERE (expected.spend, expected.calls, prompt, completion, unpriced)
  IS DISTINCT FROM (total.spend * 1000000000, total.calls, total.prompt_tokens, total.completion_tokens, total.unpriced_calls)
UNION ALL
SELECT CASE WHEN coalesce(expected.is_day, total.is_day) THEN 'daily_figures' ELSE 'hourly_figures' END,
  coalesce(expected.type, total.type), coalesce(expected.id, total.id),
  to_char(timestamp '1970-01-01' + coalesce(expected.hour, total.hour) * interval '1 hour',
    CASE WHEN coalesce(expected.is_day, total.is_day) THEN 'YYYY-MM-DD' ELSE 'YYYY-MM-DD HH24:MI' END),
  ${dollars("expected.spend")}, ${dollars("total.spend")}, expected.calls::text, total.calls::text
FROM expected FULL JOIN (SELECT * FROM stored WHERE hour >= (SELECT first_hour FROM retention)) AS total
  ON total.type = expected.type AND total.id = expected.id AND total.hour = expected.hour
  AND total.model = expected.model AND total.provider = expected.provider
WHERE (expected.spend, expected.calls, expected.prompt, expected.completion, expected.unpriced, expected.failed) IS DISTINCT FROM
  (total.spend, total.calls, total.prompt, total.completion, total.unpriced, total.failed)
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
    // The statement groups about ten rows per call. Hashing takes half the time of sorting, which would compare names
    // by locale.
    await client.query(
      `BEGIN READ ONLY; ${withoutLimits("transaction")}; SET LOCAL work_mem = '64MB'; SET LOCAL enable_sort = off; SET LOCAL enable_mergejoin = off`,
    );
    const { rows } = await client.query<SpendDiscrepancy>(withLongTimeout(DISCREPANCIES));
    await client.query("COMMIT");
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Lets the statement take a day: the pool's limit is for statements that a caller waits for. */
function withLongTimeout(text: string): QueryConfig & { readonly query_timeout: number } {
  return { text, query_timeout: 86_400_000 };
}
