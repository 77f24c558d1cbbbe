import type { BudgetNotice } from "@/lib/limits/budget-notice";
import type { LimitedStatement } from "../bounded-pool";
import type { Database } from "../database";

/** How long storing notices may take, in milliseconds. */
const LIMIT_MS = 2_000;
/** How long notices are kept after the end of their window, in days. */
const KEPT_DAYS = 30;

const NOTE = `
  INSERT INTO budget_notices (entity_type, entity_id, budget_duration, window_start, window_end, threshold, budget, spent)
  SELECT type, id, duration, to_timestamp(start_ms / 1000), to_timestamp(end_ms / 1000), threshold, budget / 1000000000, spent / 1000000000
  FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::text[], $7::numeric[], $8::numeric[])
    AS noticed (type, id, duration, start_ms, end_ms, threshold, budget, spent)
  ON CONFLICT DO NOTHING
  RETURNING entity_type AS type, entity_id AS id, budget_duration AS duration,
    (extract(epoch FROM window_start) * 1000)::float8 AS start, threshold, trunc(budget * 1000000000)::text AS budget`;

/** Stores notices, and returns those that no process had stored before. @throws the database's error */
export async function noteBudgets({ pool }: Database, notices: readonly BudgetNotice[]): Promise<BudgetNotice[]> {
  const sorted = [...notices].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const values = [
    sorted.map(({ type }) => type),
    sorted.map(({ id }) => id),
    sorted.map(({ duration }) => duration ?? ""),
    sorted.map(({ window }) => window.start),
    sorted.map(({ window: { end } }) => (Number.isFinite(end) ? end : null)),
    sorted.map(({ threshold }) => threshold),
    sorted.map(({ budget }) => String(budget)),
    sorted.map(({ spent }) => String(spent)),
  ];
  const statement: LimitedStatement = { text: NOTE, values, query_timeout: LIMIT_MS };
  const { rows } = await pool.query<
    Record<"type" | "id" | "duration" | "threshold" | "budget", string> & { start: number }
  >(statement);
  const isNew = new Set(
    rows.map((row) => JSON.stringify([row.type, row.id, row.duration, row.start, row.threshold, row.budget])),
  );
  return notices.filter((notice) => isNew.has(keyOf(notice)));
}

/**
 * Deletes notices of windows that ended long ago; those of budgets for all time stay. `now`: milliseconds since the
 * epoch.
 */
export async function pruneBudgetNotices({ pool }: Database, now: number): Promise<void> {
  await pool.query(
    `DELETE FROM budget_notices WHERE window_end < to_timestamp($1::float8 / 1000) - interval '${KEPT_DAYS} days'`,
    [now],
  );
}

function keyOf({ type, id, duration, window, threshold, budget }: BudgetNotice): string {
  return JSON.stringify([type, id, duration ?? "", window.start, threshold, String(budget)]);
}
