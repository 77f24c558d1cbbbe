import { DatabaseError } from "pg";
import { CALL_ROW_SEPARATOR } from "@/lib/calls/columns";
import { CHARGED_ENTITIES } from "@/lib/store/spend/charged-entities";
import type { Database } from "../database";

/**
 * One statement, and so one transaction: the rows that are new, and for exactly those the totals of everyone they are
 * charged to. What is charged to the same is added up first, for most calls of a batch are: it halves the work. Totals are locked in the order of their keys, so that two nodes never wait for each other in a circle.
 */
const BOOK_CALLS = `
WITH incoming AS (
  SELECT (parsed.row).* FROM (SELECT line::call_row AS row FROM string_to_table($1, E'\\x1e') AS line OFFSET 0) AS parsed
), late AS (
  SELECT call_id FROM incoming
  WHERE (started_at AT TIME ZONE 'UTC')::date < (SELECT max(pruned_before) FROM call_retention)
    AND NOT EXISTS (SELECT FROM calls WHERE calls.call_id = incoming.call_id)
), booked AS (
  INSERT INTO calls (
    call_id, started_at, duration_ms, upstream_ms, status, http_status, route,
    requested_model, model, provider, deployment, prompt_tokens, cached_tokens,
    completion_tokens, reasoning_tokens,
    cache_write_tokens, cache_write_hour_tokens, prompt_audio_tokens,
    cached_audio_tokens, prompt_image_tokens,
    completion_audio_tokens, completion_image_tokens, images,
    audio_seconds, characters, attempts, tried,
    total_tokens, usage_source, spend,
    price_state, price_version, key_id, user_id, team_id, organization_id,
    end_user_id, tags)
  SELECT call_id, started_at, duration_ms, upstream_ms, status, http_status, route,
    requested_model, model, provider, deployment, prompt_tokens, coalesce(cached_tokens, 0),
    completion_tokens, coalesce(reasoning_tokens, 0),
    coalesce(cache_write_tokens, 0), coalesce(cache_write_hour_tokens, 0), coalesce(prompt_audio_tokens, 0),
    coalesce(cached_audio_tokens, 0), coalesce(prompt_image_tokens, 0),
    coalesce(completion_audio_tokens, 0), coalesce(completion_image_tokens, 0), coalesce(images, 0),
    coalesce(audio_seconds, 0), coalesce(characters, 0), coalesce(attempts, 1), coalesce(tried, '[]'),
    total_tokens, usage_source, spend,
    price_state, price_version, key_id, user_id, team_id, organization_id,
    end_user_id, coalesce(tags, '{}')
  FROM incoming WHERE NOT EXISTS (SELECT FROM late WHERE late.call_id = incoming.call_id)
  ON CONFLICT (call_id) DO NOTHING
  RETURNING started_at, status, requested_model, model, provider, prompt_tokens, completion_tokens, spend, price_state,
    key_id, user_id, team_id, organization_id, end_user_id, tags
), alike AS (
  SELECT (started_at AT TIME ZONE 'UTC')::date AS day, requested_model, model, provider,
    key_id, user_id, team_id, organization_id, end_user_id, tags,
    sum(spend) AS spend, count(*) AS calls, count(*) FILTER (WHERE status IN ('error', 'interrupted')) AS failed_calls,
    sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
    count(*) FILTER (WHERE price_state = 'unpriced') AS unpriced_calls
  FROM booked GROUP BY day, requested_model, model, provider, key_id, user_id, team_id, organization_id, end_user_id, tags
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

/** Calls from before what is kept: nobody can say any more whether they were booked. */
class CallsTooOld extends Error {
  override readonly name = "CallsTooOld";
}

/**
 * Books finished calls and their totals. `literals`: what `callLiteral` gives. A call that is booked
 * already changes nothing, so a batch whose fate is unknown can be sent again. Answers how many were new.
 * @throws pg.DatabaseError, or a connection error; CallsTooOld, after the other rows were booked, when some are from days
 * whose calls have been deleted (`call_retention_days`)
 */
export async function bookCalls(database: Database, literals: readonly string[]): Promise<number> {
  // Under a name the statement is planned once a connection, which is a tenth of its work.
  const result = await database.pool.query<{ booked: number; late: number }>({
    name: "book-calls",
    text: BOOK_CALLS,
    values: [literals.join(CALL_ROW_SEPARATOR)],
  });
  const { booked = 0, late = 0 } = result.rows[0] ?? {};
  if (late > 0)
    throw new CallsTooOld(
      "The call is from a day whose calls are no longer kept, so that nobody can say whether it was booked before.",
    );
  return booked;
}

/**
 * Whether PostgreSQL refused what the rows hold (22: data exception, 23: integrity constraint, 21: cardinality), or we
 * did: no later attempt will change it. Everything else (connection, resources, locks, a missing table) can pass.
 */
export function refusesRows(error: unknown): boolean {
  return error instanceof CallsTooOld || (error instanceof DatabaseError && /^2[123]/.test(error.code ?? ""));
}
