import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { listCalls } from "./call-list";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  await database.pool.query(`
    INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens,
      cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, tags)
    SELECT 'call-' || n, timestamptz '2026-11-21T00:00:00Z' + n * interval '1 s', 1, 'success', '/chat/completions', 'm', 'm', 'p', 'd',
      1, 0, 1, 0, 2, 'upstream', 0, 'priced', CASE WHEN n IN (7, 9) THEN ARRAY['rare', 'common'] ELSE ARRAY['common'] END
    FROM generate_series(1, 30000) AS n`);
  await database.pool.query(`
    INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls)
    VALUES ('tag', 'rare', 0, 2, 2, 2, 0), ('tag', 'common', 0, 30000, 30000, 30000, 0)`);
  await database.pool.query("ANALYZE calls");
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** The ids of the newest calls with a tag, and how PostgreSQL finds them. */
async function newest(tag: string): Promise<{ ids: string[]; plan: string }> {
  let plan = "";
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name) as unknown;
      return async (...asked: [{ text: string; values: unknown[] }]) => {
        const [statement] = asked;
        if (statement.text?.includes("LIMIT")) {
          const { text, values } = statement;
          const { rows } = await target.query<Record<string, string>>(`EXPLAIN ${text}`, values);
          plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        }
        return target.query(...asked);
      };
    },
  });
  const page = { number: 1, size: 2, sort: "started_at", order: "desc" } as const;
  const { calls } = await listCalls({ ...database, pool }, [{ tag }], page, EVERY_NAME);
  return { ids: calls.map(({ call_id }) => call_id), plan };
}

test("calls with a rare or unknown tag are found by the index of tags, and those with a common one by their time", async () => {
  const rare = await newest("rare");
  expect(rare.ids).toEqual(["call-9", "call-7"]);
  expect(rare.plan).toContain("calls_tags_idx");
  const unknown = await newest("unknown");
  expect(unknown.ids).toEqual([]);
  expect(unknown.plan).toContain("calls_tags_idx");
  const common = await newest("common");
  expect(common.ids).toEqual(["call-30000", "call-29999"]);
  expect(common.plan).toContain("calls_started_at_call_id_idx");
});
