import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { record } from "@/testing/spend/spend-records";
import { type Database, openDatabase } from "../database";
import type { DailyFilter } from "./daily-filter";
import { largestStatement } from "./largest-payers";
import type { DailyDimension } from "./group-statement";
import { reportSpend } from "./spend-reports";
import { sumSpans } from "./sum-spans";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Thursday, on which a week since the epoch begins. */
const FIRST = Date.parse("2026-11-05T00:00:00Z");

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  const calls = Array.from({ length: 200 }, (_, at) =>
    record(at, {
      startedAt: FIRST + (at % 20) * DAY + HOUR,
      userId: `u${at % 17}`,
      keyId: `k${at % 23}`,
      teamId: `t${at % 3}`,
      tags: [`x${at % 5}`],
    }),
  );
  // Two processes, each with numbers of its own for shared payers.
  for (const shard of [0, 3])
    await bookCalls(database, calls.filter((_, at) => at % 2 === shard % 2).map(callLiteral), undefined, [], shard);
  await sumSpans(database, FIRST / DAY + 14);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const days = { from: FIRST, to: FIRST + 18 * DAY };

test.each<[name: string, filter: DailyFilter, dimensions: DailyDimension[]]>([
  ["users", { entityType: "user", ...days }, ["entity"]],
  ["keys", { entityType: "key", ...days }, ["entity"]],
  ["tags", { entityType: "tag", ...days }, ["entity"]],
  ["teams, of which one has several numbers", { entityType: "team", ...days }, ["entity"]],
  ["members", { entityType: "member", ...days }, ["memberTeam", "memberUser"]],
  ["users of members", { entityType: "member", ...days }, ["memberUser"]],
])("the largest %s are the first of all, with the same figures and totals", async (_name, filter, dimensions) => {
  const all = await reportSpend(database, { filter, dimensions, limit: 5_000 });
  expect(all.groups.length).toBeGreaterThan(2);
  for (const limit of [2, 1_000]) {
    const largest = await reportSpend(database, { filter, dimensions, limit });
    expect(largest.totals).toEqual(all.totals);
    expect(largest.groups.map(({ spend }) => spend)).toEqual(all.groups.slice(0, limit).map(({ spend }) => spend));
    for (const group of largest.groups) expect(all.groups).toContainEqual(group);
  }
});

test("a report of a few days reads those alone of the hours of their month", async () => {
  // As many rows as a company's users make in a month, in the order in which bookings add them.
  await server.fill(
    `INSERT INTO hourly_figures (kind, entity, hour, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
     SELECT 2, 1000 + i % 1000, ${FIRST / HOUR} + i / 300, 1, 1, 1, 0, 1, 1, 0 FROM generate_series(1, 90000) AS i`,
  );
  // Updates the index, as a vacuum does.
  await database.pool.query("SELECT brin_summarize_new_values('hourly_figures_user_2026_11_hour_idx')");
  await database.pool.query("ANALYZE hourly_figures_user_2026_11");
  const filter: DailyFilter = { entityType: "user", from: FIRST + DAY, to: FIRST + 2 * DAY };
  const { text, values } = largestStatement(filter, 100, { hasDays: false, spans: [] });
  const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(
    `EXPLAIN (ANALYZE, BUFFERS OFF) ${text}`,
    values,
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Bitmap Heap Scan on hourly_figures_user_2026_11/);
  expect(plan).toMatch(/Bitmap Index Scan on hourly_figures_user_2026_11_hour_idx/);
  expect(plan).not.toContain("Seq Scan on hourly_figures");
});
