import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import type { CallFilter } from "@/lib/calls/filter";
import { listCalls } from "./call-list";

let server: TestDatabase;
let database: Database;
/** The partition that has the calls. */
let partition: string;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  await server.fill(`
    INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens,
      cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, tags)
    SELECT 'call-' || n, timestamptz '2026-11-21T00:00:00Z' + n * interval '1 s', 1, 'success', '/chat/completions', 'm', 'm', 'p', 'd',
      1, 0, 1, 0, 2, 'upstream', 0, 'priced', CASE WHEN n IN (7, 9) THEN ARRAY['rare', 'common'] ELSE ARRAY['common'] END
    FROM generate_series(1, 30000) AS n`);
  await database.pool.query(`
    INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls)
    VALUES ('tag', 'rare', 0, 2, 2, 2, 0), ('tag', 'common', 0, 30000, 30000, 30000, 0)`);
  await server.fill("ANALYZE calls");
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT tableoid::regclass::text AS name FROM calls LIMIT 1",
  );
  partition = rows[0]?.name ?? "";
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** A plan without the partitions that have no calls, and with the names of indexes as the whole table has them. */
function planOfCalls(lines: readonly string[]): string {
  const isEmpty = (line: string): boolean => line.includes("Seq Scan on calls_") && !line.includes(` on ${partition} `);
  return lines
    .filter((line) => !isEmpty(line))
    .map((line) => line.replace(/calls_(?:first|\d{4}_\d\d)_(\w+)/, "calls_$1"))
    .join("\n");
}

/** The ids of the newest calls that a filter takes, and how PostgreSQL finds them. */
async function newest(filter: CallFilter): Promise<{ ids: string[]; plan: string }> {
  let plan = "";
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name) as unknown;
      return async (...asked: [{ text: string; values: unknown[] }]) => {
        const [statement] = asked;
        if (statement.text?.includes("OFFSET")) {
          const { text, values } = statement;
          const { rows } = await target.query<Record<string, string>>(`EXPLAIN ${text}`, values);
          plan = planOfCalls(rows.map((row) => row["QUERY PLAN"] ?? ""));
        }
        return target.query(...asked);
      };
    },
  });
  const page = { from: { number: 1 }, size: 2, sort: "started_at", order: "desc", isCounted: true } as const;
  const { calls } = await listCalls({ ...database, pool }, [filter], page, EVERY_NAME);
  return { ids: calls.map(({ call_id }) => call_id), plan };
}

test("calls with a rare or unknown tag are found by the index of tags, and those with a common one by their time", async () => {
  const rare = await newest({ tag: "rare" });
  expect(rare.ids).toEqual(["call-9", "call-7"]);
  expect(rare.plan).toContain("calls_tags_idx");
  const unknown = await newest({ tag: "unknown" });
  expect(unknown.ids).toEqual([]);
  expect(unknown.plan).toContain("calls_tags_idx");
  const common = await newest({ tag: "common" });
  expect(common.ids).toEqual(["call-30000", "call-29999"]);
  expect(common.plan).toContain("calls_started_at_call_id_idx");
});

const byId: [filter: CallFilter, found: string[], indexes: string[]][] = [
  [{ requestId: "mine" }, ["call-12", "call-11"], ["calls_request_id_idx"]],
  [{ requestId: "call-13" }, ["call-13"], ["calls_pkey"]],
  [{ upstreamRequestId: "theirs" }, ["call-11"], ["calls_upstream_request_id_idx"]],
  [{ traceId: "trace" }, ["call-12"], ["calls_trace_id_idx"]],
  [{ sessionId: "session" }, ["call-13"], ["calls_session_id_started_at_idx"]],
  [{ anyId: "theirs" }, ["call-11"], ["calls_pkey", "calls_upstream_request_id_idx", "calls_trace_id_idx"]],
  [{ anyId: "mine" }, ["call-12", "call-11"], ["calls_request_id_idx"]],
  [{ anyId: "call-13" }, ["call-13"], ["calls_pkey"]],
  [{ anyId: "unknown" }, [], ["calls_pkey", "calls_request_id_idx"]],
];
test.each(byId)("calls are found by their ids without a walk over the table: %j", async (filter, found, indexes) => {
  await database.pool.query(`
    UPDATE calls SET request_id = CASE WHEN call_id IN ('call-11', 'call-12') THEN 'mine' ELSE call_id END,
      upstream_request_id = CASE call_id WHEN 'call-11' THEN 'theirs' END, trace_id = CASE call_id WHEN 'call-12' THEN 'trace' END,
      session_id = CASE call_id WHEN 'call-13' THEN 'session' END
    WHERE call_id IN ('call-11', 'call-12', 'call-13')`);
  const { ids, plan } = await newest(filter);
  expect(ids).toEqual(found);
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toContain("Seq Scan");
});
