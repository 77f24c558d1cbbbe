import { DatabaseError } from "pg";
import { CALL_FIELDS, CALL_ROW_SEPARATOR, CALL_ROW_TYPE, type CallField } from "@/lib/calls/columns";
import { CHARGED_ENTITIES } from "@/lib/store/spend/charged-entities";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { ADMITTED_END_USER, ADMITTED_TAGS, NEW_NAMES } from "./new-names";
import { MOST_NEW_NAMES } from "@/lib/config/new-names-setting";
import { UNIT_COLUMNS } from "@/lib/usage";

/** The units that every row states; a row leaves out the others where they are 0. */
const STATED: ReadonlySet<CallField> = new Set(["prompt_tokens", "completion_tokens"]);
const COUNTS: readonly CallField[] = UNIT_COLUMNS;

/** A field of an incoming row as it is stored: a field that was left out has its usual value. */
function storedField(name: CallField): string {
  if (name === "attempts") return "coalesce(attempts, 1)";
  if (name === "tried") return "coalesce(tried, '[]')";
  if (name === "tags") return ADMITTED_TAGS;
  if (name === "end_user_id") return ADMITTED_END_USER;
  return COUNTS.includes(name) && !STATED.has(name) ? `coalesce(${name}, 0)` : name;
}

/**
 * One statement, and so one transaction: it inserts the new rows and adds exactly those to the totals of the entities
 * that they are charged to. Most calls of a batch are charged to the same entities, so they are summed first, which
 * halves the work. Counts of new names, then totals are locked in the order of their keys, so that two nodes cannot
 * deadlock.
 */
const BOOK_CALLS = `
WITH incoming AS (
  SELECT (parsed.row).* FROM (SELECT line::${CALL_ROW_TYPE} AS row FROM string_to_table($1, E'\\x1e') AS line OFFSET 0) AS parsed
), late AS (
  SELECT call_id FROM incoming
  WHERE (started_at AT TIME ZONE 'UTC')::date < (SELECT max(pruned_before) FROM call_retention)
    AND NOT EXISTS (SELECT FROM calls WHERE calls.call_id = incoming.call_id)
), ${NEW_NAMES}, booked AS (
  INSERT INTO calls (${CALL_FIELDS.join(", ")})
  SELECT ${CALL_FIELDS.map(storedField).join(", ")}
  FROM incoming WHERE NOT EXISTS (SELECT FROM late WHERE late.call_id = incoming.call_id)
  ON CONFLICT (call_id) DO NOTHING
  RETURNING started_at, status, requested_model, model, provider, prompt_tokens, completion_tokens, spend, price_state,
    key_id, user_id, team_id, organization_id, team_organization_id, end_user_id, tags
), alike AS (
  SELECT (started_at AT TIME ZONE 'UTC')::date AS day, requested_model, model, provider,
    key_id, user_id, team_id, organization_id, team_organization_id, end_user_id, tags,
    sum(spend) AS spend, count(*) AS calls, count(*) FILTER (WHERE status IN ('error', 'interrupted')) AS failed_calls,
    sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
    count(*) FILTER (WHERE price_state = 'unpriced') AS unpriced_calls
  FROM booked GROUP BY day, requested_model, model, provider, key_id, user_id, team_id, organization_id,
    team_organization_id, end_user_id, tags
), charged AS (
  SELECT entity.type, entity.id, alike.* FROM alike CROSS JOIN LATERAL ${CHARGED_ENTITIES}
), totals AS (
  INSERT INTO entity_totals AS total (
    entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, updated_at)
  SELECT type, id, sum(spend), sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(unpriced_calls), now()
  FROM charged GROUP BY type, id ORDER BY type, id
  ON CONFLICT (entity_type, entity_id) DO UPDATE SET
    spend = total.spend + excluded.spend,
    calls = total.calls + excluded.calls,
    prompt_tokens = total.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = total.completion_tokens + excluded.completion_tokens,
    unpriced_calls = total.unpriced_calls + excluded.unpriced_calls,
    updated_at = excluded.updated_at
), daily AS (
  INSERT INTO daily_totals AS total (
    day, entity_type, entity_id, model, provider, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
  SELECT day, type, id, model, provider, sum(spend), sum(calls), sum(failed_calls),
    sum(prompt_tokens), sum(completion_tokens), sum(unpriced_calls)
  FROM charged GROUP BY type, day, id, model, provider ORDER BY type, day, id, model, provider
  ON CONFLICT (entity_type, day, entity_id, model, provider) DO UPDATE SET
    spend = total.spend + excluded.spend,
    calls = total.calls + excluded.calls,
    failed_calls = total.failed_calls + excluded.failed_calls,
    prompt_tokens = total.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = total.completion_tokens + excluded.completion_tokens,
    unpriced_calls = total.unpriced_calls + excluded.unpriced_calls
)
SELECT (SELECT count(*) FROM booked)::int AS booked, (SELECT count(*) FROM late)::int AS late`;

/** Refuses calls from days whose calls have been deleted: nothing shows any more whether they were booked before. */
class CallsTooOld extends Error {
  override readonly name = "CallsTooOld";
}

/**
 * Books finished calls, in the form that `callLiteral` gives, and their totals; returns how many were new. A call that
 * is booked already changes nothing, so a batch can be sent again when its fate is unknown. Tags and end users beyond
 * `mostNewNames` of their payer and day are booked as `other`.
 * @throws pg.DatabaseError, or a connection error; CallsTooOld, after booking the other rows, when some are from days
 * whose calls have been deleted (`call_retention_days`)
 */
export async function bookCalls(
  database: Database,
  literals: readonly string[],
  mostNewNames = MOST_NEW_NAMES,
): Promise<number> {
  const result = await database.pool.query<{ booked: number; late: number }>(
    longStatement(BOOK_CALLS, [literals.join(CALL_ROW_SEPARATOR), mostNewNames]),
  );
  const { booked = 0, late = 0 } = result.rows[0] ?? {};
  if (late > 0)
    throw new CallsTooOld(
      "The call is from a day whose calls are no longer kept, so it is unknown whether it was booked before.",
    );
  return booked;
}

/**
 * Whether the rows themselves were refused, by PostgreSQL (22: data exception, 23: integrity constraint, 21:
 * cardinality) or by us, so that no later attempt can succeed. Other errors (connection, resources, locks, a missing
 * table) can pass.
 */
export function refusesRows(error: unknown): boolean {
  return error instanceof CallsTooOld || (error instanceof DatabaseError && /^2[123]/.test(error.code ?? ""));
}
