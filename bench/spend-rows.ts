import { CHARGED_ENTITIES } from "@/lib/store/spend/charged-entities";
import type { Database } from "@/lib/store/database";

/** The last day of the generated calls. */
export const LAST_DAY = Date.parse("2026-11-21T00:00:00Z");
export const DAYS = 90;

/** A number of at least 0 and less than `below`, always the same for the same call and purpose. */
function draw(purpose: number, below: number): string {
  return `((hashint8extended(i, ${purpose}) & 1073741823) % ${below})`;
}

/**
 * Calls as a company of 200 teams, 2,000 users, 3,000 keys and 5,000 end users makes them in 90 days, most of them by a
 * few of those. Every run generates the same calls.
 */
const MAKE_CALLS = `
INSERT INTO calls (
  call_id, started_at, duration_ms, upstream_ms, status, http_status, route, requested_model, model, provider, deployment,
  prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, price_version,
  key_id, user_id, team_id, organization_id, end_user_id, tags)
SELECT 'call_' || i, timestamptz '2026-08-24' + ${draw(1, DAYS)} * interval '1 day' + ${draw(2, 86_400_000)} * interval '1 millisecond',
  duration, duration - 5, (ARRAY['success', 'success', 'success', 'success', 'success', 'success', 'success', 'success', 'cancelled', 'error'])[1 + ${draw(3, 10)}],
  200, '/chat/completions', 'model-' || model, 'upstream-' || model, 'provider-' || model % 4, 'deployment-' || model,
  prompt, prompt / 4, completion, completion / 3, prompt + completion, 'upstream', ((prompt * 2500 + completion * 10000)::numeric / 1000000000),
  CASE WHEN ${draw(4, 200)} = 0 THEN 'unpriced' ELSE 'priced' END, 'bench',
  'key-' || member % 3000, 'user-' || member, 'team-' || member % 200, 'organization-' || member % 20,
  CASE WHEN ${draw(5, 3)} = 0 THEN 'customer-' || ${draw(6, 5_000)} END,
  CASE WHEN ${draw(7, 3)} = 0 THEN ARRAY['tag-' || ${draw(8, 20)}] ELSE '{}' END
FROM generate_series($1::bigint, $2::bigint) AS i,
  LATERAL (SELECT 20 + ${draw(9, 4_000)} AS prompt, 5 + ${draw(10, 1_500)} AS completion, 200 + ${draw(11, 20_000)} AS duration,
    least(${draw(12, 8)}, ${draw(13, 8)}) AS model, least(${draw(14, 2_000)}, ${draw(15, 2_000)}) AS member) AS drawn`;

const ROLLUPS = [
  `INSERT INTO daily_totals (day, entity_type, entity_id, model, provider, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
   SELECT (started_at AT TIME ZONE 'UTC')::date, entity.type, entity.id, model, provider, sum(spend), count(*), count(*) FILTER (WHERE status IN ('error', 'interrupted')),
     sum(prompt_tokens), sum(completion_tokens), count(*) FILTER (WHERE price_state = 'unpriced')
   FROM calls CROSS JOIN LATERAL ${CHARGED_ENTITIES} GROUP BY 1, 2, 3, 4, 5`,
  `INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls)
   SELECT entity_type, entity_id, sum(spend), sum(calls), sum(prompt_tokens), sum(completion_tokens), sum(unpriced_calls) FROM daily_totals GROUP BY 1, 2`,
];

/** Every payer has a name, because reports and exports show it. */
const NAMES = [
  "INSERT INTO users (id, email, updated_at) SELECT 'user-' || i, 'person-' || i || '@example.com', now() FROM generate_series(0, 1999) AS i",
  "INSERT INTO keys (id, hash, name, alias, user_id, updated_at) SELECT 'key-' || i, 'hash-' || i, 'sk-...' || i, 'Key ' || i, 'user-' || i, now() FROM generate_series(0, 2999) AS i",
  "INSERT INTO teams (id, alias, updated_at) SELECT 'team-' || i, 'Team ' || i, now() FROM generate_series(0, 199) AS i",
  "INSERT INTO organizations (id, alias, updated_at) SELECT 'organization-' || i, 'Organisation ' || i, now() FROM generate_series(0, 19) AS i",
  "INSERT INTO end_users (id, alias, updated_at) SELECT 'customer-' || i, 'Customer ' || i, now() FROM generate_series(0, 4999) AS i",
];

const BATCH = 250_000;

/**
 * Fills an empty, migrated database with calls and their totals. Indexes are built at the end, which is several times
 * faster.
 */
export async function makeSpend(database: Database, calls: number, say: (line: string) => void): Promise<void> {
  const client = await database.pool.connect();
  const run = (text: string, values?: unknown[]) => client.query({ text, values, ...PATIENT });
  try {
    const indexes = await client.query<{ name: string; definition: string }>(
      "SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = 'calls'::regclass AND NOT indisprimary",
    );
    for (const { name } of indexes.rows) await run(`DROP INDEX ${name}`);
    await run(
      "SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SET hash_mem_multiplier = 4",
    );
    for (let first = 1; first <= calls; first += BATCH) {
      await run(MAKE_CALLS, [first, Math.min(first + BATCH - 1, calls)]);
      if ((first + BATCH) % 1_000_000 < BATCH) say(`${Math.min(first + BATCH - 1, calls).toLocaleString("en")} calls`);
    }
    for (const { definition } of indexes.rows) await run(definition);
    say("indexes");
    for (const statement of [...ROLLUPS, ...NAMES]) await run(statement);
    say("totals");
    await run("VACUUM ANALYZE");
  } finally {
    client.release();
  }
}

/** The pool's usual limit on a query does not suit these. */
const PATIENT = { query_timeout: 7_200_000 };
