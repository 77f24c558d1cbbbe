import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { longStatement } from "../bounded-pool";
import { type Database, openDatabase } from "../database";
import { addFigures, hourOf } from "./add-figures";
import { makeHourlyPartitions } from "./figure-partitions";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** One hour after the other, as calls come: 300 calls of 5,000 users in 50 teams, who use three models. */
const HOURS = 168;
const CALLS = 50_000;
const FIRST = Date.parse("2026-11-15T00:00:00Z") / 3_600_000;
const drawn = (purpose: number, below: number): string => `(hashint8extended(i, ${purpose}) & 1073741823) % ${below}`;
const MAKE = `
WITH booked AS (
  INSERT INTO calls (call_id, started_at, duration_ms, upstream_ms, status, http_status, route, requested_model, model, provider, deployment,
    prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, price_version,
    key_id, user_id, team_id, organization_id, upstream_request_id, issuer)
  SELECT 'call_' || md5(i::text), to_timestamp(hour * 3600 + i % 3600), 800, 790, 'success', 200, '/chat/completions', 'model-' || model,
    'upstream-' || model, 'provider', 'deployment-' || model, 100, 0, 100, 0, 200, 'upstream', 0.000123, 'priced', 'config:1',
    'key_' || md5(person::text), 'user-' || person, 'team-' || person % 50, 'organization-' || person % 5, 'chatcmpl-' || md5(i::text), 'https://login.example/realms/' || person % 2
  FROM generate_series($1::bigint, $2::bigint) AS i,
    LATERAL (SELECT ${drawn(1, 5_000)} AS person, ${drawn(2, 3)} AS model, ${FIRST} + i * ${HOURS} / ${CALLS} AS hour) AS drawn
  RETURNING *
), alike AS (
  SELECT ${hourOf("started_at")} AS hour, provider, model, requested_model, key_id, user_id, team_id, organization_id,
    team_organization_id, end_user_id, issuer, NULL::text AS mcp_server, tags, spend, 1 AS calls, 0 AS failed_calls, prompt_tokens, completion_tokens, 0 AS unpriced_calls
  FROM booked
), ${addFigures("alike")}
SELECT count(*) FROM booked`;

async function bytesOf(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
     WHERE oid = $1::regclass OR oid IN (SELECT relid FROM pg_partition_tree($1::regclass))`,
    [table],
  );
  return rows[0]?.bytes ?? 0;
}

test(
  "the figures of 50,000 calls of 5,000 users take no more room than the calls",
  { timeout: 240_000 },
  async ({ annotate }) => {
    await makeHourlyPartitions(database, [FIRST, FIRST + HOURS]);
    const batch = CALLS / 20;
    for (let first = 0; first < CALLS; first += batch)
      await database.pool.query(longStatement(MAKE, [first, first + batch - 1]));
    const [calls, figures, totals] = [
      await bytesOf("calls"),
      await bytesOf("hourly_figures"),
      await bytesOf("entity_totals"),
    ];
    void annotate(`calls ${calls} bytes, figures ${figures}, totals of all time ${totals}`);
    expect(figures).toBeLessThanOrEqual(calls);
  },
);
