import { CHARGED_ENTITIES } from "@/lib/store/spend/charged-entities";
import { hourOf } from "@/lib/store/spend/add-figures";
import { kindOfType } from "@/lib/store/spend/figure-kinds";
import { makeHourlyPartitions } from "@/lib/store/spend/figure-partitions";
import { makePartitions } from "@/lib/store/partitions/partitions";
import type { Database } from "@/lib/store/database";
import { sumSpans } from "@/lib/store/spend/sum-spans";
import { DAY_MS } from "@/lib/time/period";

/** The last day of the generated calls, unless another is asked for. */
export const LAST_DAY = Date.parse("2026-11-21T00:00:00Z");
export const DAYS = 90;

/** SQL for a number from 0 to below `below`, always the same for the same call and purpose. */
function draw(purpose: number, below: number): string {
  return `((hashint8extended(i, ${purpose}) & 1073741823) % ${below})`;
}

/** How many payers the generated calls have. */
export interface Company {
  readonly teams: number;
  readonly users: number;
  readonly keys: number;
  readonly organizations: number;
  readonly endUsers: number;
}
export const MIDDLING: Company = { teams: 200, users: 2_000, keys: 3_000, organizations: 20, endUsers: 5_000 };

/** Calls begin this much later than evenly spread ones would, at most, in milliseconds. */
const UNEVEN_MS = 60_000;

/**
 * The statement that makes the calls from number `$1` to `$2` of `$4`, as a company makes them in 90 days. They lie in
 * the order of time, as bookings leave them. A few users make most calls. Every run makes the same calls, which end
 * before `$3`, in milliseconds since the epoch. One call in ten thousand was interrupted, and one in a hundred thousand
 * has a tag of its own.
 */
export const makeCalls = ({ teams, users, keys, organizations, endUsers }: Company): string => `
INSERT INTO calls (
  call_id, started_at, duration_ms, upstream_ms, status, http_status, route, requested_model, model, provider, deployment,
  prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, price_version,
  key_id, user_id, team_id, organization_id, end_user_id, tags)
SELECT 'call_' || i, to_timestamp(($3::float8 - ${DAYS * DAY_MS} + (i - 1) * ${DAYS * DAY_MS - UNEVEN_MS}::float8 / $4::float8 + ${draw(2, UNEVEN_MS)}) / 1000),
  duration, duration - 5, CASE ${draw(16, 10_000)} WHEN 0 THEN 'interrupted' ELSE (ARRAY['success', 'success', 'success', 'success', 'success', 'success', 'success', 'success', 'cancelled', 'error'])[1 + ${draw(3, 10)}] END,
  200, '/chat/completions', 'model-' || model, 'upstream-' || model, 'provider-' || model % 4, 'deployment-' || model,
  prompt, prompt / 4, completion, completion / 3, prompt + completion, 'upstream', ((prompt * 2500 + completion * 10000)::numeric / 1000000000),
  CASE WHEN ${draw(4, 200)} = 0 THEN 'unpriced' ELSE 'priced' END, 'bench',
  'key-' || member % ${keys}, 'user-' || member, 'team-' || member % ${teams}, 'organization-' || member % ${organizations},
  CASE WHEN ${draw(5, 3)} = 0 THEN 'customer-' || ${draw(6, endUsers)} END,
  CASE WHEN ${draw(17, 100_000)} = 0 THEN ARRAY['rare-' || i] WHEN ${draw(7, 3)} = 0 THEN ARRAY['tag-' || ${draw(8, 20)}] ELSE '{}' END
FROM generate_series($1::bigint, $2::bigint) AS i,
  LATERAL (SELECT 20 + ${draw(9, 4_000)} AS prompt, 5 + ${draw(10, 1_500)} AS completion, 200 + ${draw(11, 20_000)} AS duration,
    least(${draw(12, 8)}, ${draw(13, 8)}) AS model, least(${draw(14, users)}, ${draw(15, users)}) AS member) AS drawn`;

const SUMS = `sum(spend) AS spend, sum(calls) AS calls, sum(failed_calls) AS failed_calls, sum(prompt_tokens) AS prompt_tokens,
  sum(completion_tokens) AS completion_tokens, sum(unpriced_calls) AS unpriced_calls`;

const HOURLY_KEY = "hourly_figures_pkey";

/** The statements that sum up the calls. Rows of figures lie in the order of their hours, as bookings leave them. */
const ROLLUPS = [
  "INSERT INTO served_models (provider, model) SELECT DISTINCT provider, model FROM calls",
  `CREATE TEMPORARY TABLE charged AS
   SELECT entity.type, entity.id, ${hourOf("started_at")} AS hour, number AS served, sum(spend) AS spend, count(*) AS calls,
     count(*) FILTER (WHERE status IN ('error', 'interrupted')) AS failed_calls, sum(prompt_tokens) AS prompt_tokens,
     sum(completion_tokens) AS completion_tokens, count(*) FILTER (WHERE price_state = 'unpriced') AS unpriced_calls
   FROM calls JOIN served_models USING (provider, model) CROSS JOIN LATERAL ${CHARGED_ENTITIES} GROUP BY 1, 2, 3, 4`,
  `INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, number)
   SELECT type, id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, nextval('entity_totals_number_seq')
   FROM (SELECT type, id, ${SUMS} FROM charged GROUP BY 1, 2) AS summed`,
  // Rows come in another order than that of the key, so that it is built several times faster afterwards.
  `ALTER TABLE hourly_figures DROP CONSTRAINT ${HOURLY_KEY}`,
  `INSERT INTO hourly_figures (kind, entity, hour, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
   SELECT ${kindOfType("type")}, number, hour, served, charged.spend * 1000000000, charged.calls, failed_calls,
     charged.prompt_tokens, charged.completion_tokens, charged.unpriced_calls
   FROM charged JOIN entity_totals ON entity_type = type AND entity_id = id ORDER BY 1, 3, 2, 4`,
  `ALTER TABLE hourly_figures ADD CONSTRAINT ${HOURLY_KEY} PRIMARY KEY (kind, entity, hour, served)`,
  "DROP TABLE charged",
];

/** The statements that give every payer a name, because reports and exports show names. */
export const names = ({ teams, users, keys, organizations, endUsers }: Company): string[] => [
  `INSERT INTO users (id, email, updated_at) SELECT 'user-' || i, 'person-' || i || '@example.com', now() FROM generate_series(0, ${users - 1}) AS i`,
  `INSERT INTO keys (id, hash, name, alias, user_id, updated_at) SELECT 'key-' || i, 'hash-' || i, 'sk-...' || i, 'Key ' || i, 'user-' || i, now() FROM generate_series(0, ${keys - 1}) AS i`,
  `INSERT INTO teams (id, alias, updated_at) SELECT 'team-' || i, 'Team ' || i, now() FROM generate_series(0, ${teams - 1}) AS i`,
  `INSERT INTO organizations (id, alias, updated_at) SELECT 'organization-' || i, 'Organisation ' || i, now() FROM generate_series(0, ${organizations - 1}) AS i`,
  `INSERT INTO end_users (id, alias, updated_at) SELECT 'customer-' || i, 'Customer ' || i, now() FROM generate_series(0, ${endUsers - 1}) AS i`,
];

const BATCH = 100_000;
/** What a connection is told that fills an empty database: nothing of it needs to outlive a crash. */
const IN_HASTE =
  "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SET hash_mem_multiplier = 4";

/**
 * Fills an empty, migrated database with calls and their totals. Indexes are built at the end, which is several times
 * faster.
 */
export async function makeSpend(
  database: Database,
  calls: number,
  say: (line: string) => void,
  company: Company = MIDDLING,
  lastDay = LAST_DAY,
): Promise<void> {
  // The partitions that an installation of that age would have.
  const months = Array.from({ length: DAYS + 1 }, (_, day) => lastDay - day * DAY_MS);
  await makePartitions(database, "calls", months);
  const client = await database.pool.connect();
  const second = await database.pool.connect();
  const run = (text: string, values?: unknown[]) => client.query({ text, values, ...PATIENT });
  try {
    const indexes = await client.query<{ name: string; definition: string }>(
      "SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = 'calls'::regclass AND NOT indisprimary",
    );
    for (const { name } of indexes.rows) await run(`DROP INDEX ${name}`);
    for (const one of [client, second]) await one.query({ text: IN_HASTE, ...PATIENT });
    let made = 0;
    const makeBatches = async (one: typeof client): Promise<void> => {
      while (made < calls) {
        const first = made + 1;
        made = Math.min(made + BATCH, calls);
        const values = [first, made, lastDay + DAY_MS, calls];
        await one.query({ text: makeCalls(company), values, ...PATIENT });
      }
    };
    await Promise.all([client, second].map(makeBatches));
    say(`${calls.toLocaleString("en")} calls`);
    // PostgreSQL defines the index of a partitioned table for that table alone.
    for (const { definition } of indexes.rows) await run(definition.replace(" ON ONLY ", " ON "));
    say("indexes");
    const hours = Array.from({ length: DAYS }, (_, day) => (lastDay - day * DAY_MS) / 3_600_000);
    await makeHourlyPartitions(database, hours);
    for (const statement of [...ROLLUPS, ...names(company)]) await run(statement);
    say("totals");
    await sumSpans(database, lastDay / DAY_MS + 1);
    say("sums of spans");
    await run("VACUUM ANALYZE");
  } finally {
    second.release();
    client.release();
  }
}

/** The time limit for statements that take longer than the pool's usual limit. */
export const PATIENT = { query_timeout: 7_200_000 };
