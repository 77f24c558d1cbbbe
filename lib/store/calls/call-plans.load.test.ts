import type { QueryConfig } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallFilter } from "@/lib/calls/filter";
import { FIGURE_KINDS } from "@/lib/store/spend/figure-kinds";
import { makeHourlyPartitions } from "@/lib/store/spend/figure-partitions";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { makePartitions } from "../partitions/partitions";
import { type CallPage, listCalls } from "./call-list";
import type { CallOrder } from "./call-order";
import { callTextOf } from "./read-call-text";
import { readRepriceableCalls } from "./reprice";
import { dropOldMonths } from "./call-pruning";
import { readNextCalls } from "../cursors/booked-calls";

/** Calls in each of the months, and how many of them the planner believes in. */
const [ROWS, BELIEVED] = [2_000, 1_000_000];
const MONTHS = ["2031-01", "2031-02", "2031-03", "2031-04", "2031-05"].map((month) =>
  Date.parse(`${month}-01T00:00:00Z`),
);

const hourOf = (at: number): number => at / 3_600_000;
/** The number of the last page. */
const LAST_PAGE = (ROWS * MONTHS.length) / 50;

let server: TestDatabase;
let database: Database;
/** Five million calls as the planner sees them: real rows of every kind, and the statistics of many more. */
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  await makePartitions(database, "calls", MONTHS);
  for (const month of MONTHS)
    await database.pool.query(
      `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment,
         prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state,
         user_id, key_id, team_id, organization_id, end_user_id, tags, request_id, issuer)
       SELECT $1::text || n, $1::timestamptz + n * interval '20 minutes', n, CASE n % 50 WHEN 0 THEN 'error' ELSE 'success' END,
         '/chat/completions', 'm-' || n % 8, 'upstream-' || n % 8, 'p-' || n % 4, 'd-' || n % 16, 1, 0, 1, 0, n, 'upstream', n * 0.000001,
         CASE n % 200 WHEN 0 THEN 'unpriced' ELSE 'priced' END, 'user-' || n, 'key-' || n, 'team-' || n % 500, 'o-' || n % 20,
         CASE n % 3 WHEN 0 THEN 'end-' || n END, CASE n % 3 WHEN 0 THEN ARRAY['tag-' || n % 20] ELSE '{}' END, $1::text || n,
         CASE WHEN n % 1000 = 1 THEN 'https://rare' WHEN n % 4 > 0 THEN 'https://idp-' || n % 4 END
       FROM generate_series(1, ${ROWS}) AS n`,
      [new Date(month).toISOString()],
    );
  // The figures tell where the last page is, and so from which end it is read.
  await makeHourlyPartitions(database, MONTHS.map(hourOf));
  await database.pool.query(
    `WITH named AS (
       INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, number)
       VALUES ('all', '', 0, ${ROWS * MONTHS.length}, 0, 0, 0, 1)), served AS (
       INSERT INTO served_models (number, provider, model) VALUES (1, 'p', 'm'))
     INSERT INTO hourly_figures (kind, entity, hour, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
     SELECT ${FIGURE_KINDS.all}, 1, hour, 1, 0, ${ROWS}, 0, 0, 0, 0 FROM unnest($1::int[]) AS hour`,
    [MONTHS.map(hourOf)],
  );
  await database.pool.query("ANALYZE");
  await database.pool.query(
    `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages, 'reltuples', ${BELIEVED}::real)
     FROM pg_class WHERE relname LIKE 'calls\\_2031%' AND relkind IN ('r', 'i') AND reltuples = ${ROWS}`,
  );
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** The plans of everything that work asks about calls. */
async function plansOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const explain = async (statement: string | QueryConfig, values?: unknown[]): Promise<void> => {
    const text = typeof statement === "string" ? statement : statement.text;
    const given = typeof statement === "string" ? values : (statement.values ?? values);
    if (!/\bFROM calls\b/.test(text)) return;
    const selected = text.replace(/^COPY \((.*)\) TO STDOUT$/s, "$1");
    const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(`EXPLAIN ${selected}`, given);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  };
  const watched = <Queries extends object>(queries: Queries): Queries =>
    new Proxy(queries, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === "connect" && typeof value === "function")
          return async () => watched((await value.call(target)) as object);
        if (name !== "query" || typeof value !== "function")
          return typeof value === "function" ? value.bind(target) : value;
        return async (...asked: [string | QueryConfig, unknown[]?]) => {
          await explain(...asked);
          return value.apply(target, asked) as unknown;
        };
      },
    });
  await work({ ...database, pool: watched(database.pool) });
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}

/** A month that has calls is read from one end to the other. */
const READ_WHOLE = /Seq Scan on calls_2031/;
const NEWEST: CallOrder = { sort: "started_at", order: "desc" };
const place = { value: MONTHS[3] ?? 0, startedAt: MONTHS[3] ?? 0, callId: "x" };
const spent = { value: "0.001", startedAt: MONTHS[3] ?? 0, callId: "x" };
const page = (order: CallOrder = NEWEST, from: CallPage["from"] = { number: 1 }): CallPage => ({
  ...order,
  from,
  size: 50,
  isCounted: true,
});

/** What `npm run bench:reports` asks of real millions, and more. */
const LISTS: [filter: CallFilter, page: CallPage][] = [
  [{}, page()],
  [{}, { ...page(NEWEST, { number: 2_000 }), isCounted: false }],
  [{}, page(NEWEST, { number: LAST_PAGE / 2 })],
  [{}, page(NEWEST, { number: LAST_PAGE })],
  [{ deployment: "d-3" }, page(NEWEST, { number: 40 })],
  [{}, page(NEWEST, { after: place })],
  [{}, page({ sort: "spend", order: "desc" })],
  [{}, page({ sort: "spend", order: "desc" }, { after: spent })],
  [{}, page({ sort: "total_tokens", order: "desc" })],
  [{}, page({ sort: "duration_ms", order: "asc" })],
  [{}, page({ sort: "duration_ms", order: "desc" })],
  [{ deployment: "d-3" }, page()],
  [{ deployment: "unknown" }, page()],
  [{ deployment: "d-3" }, page(NEWEST, { after: place })],
  [{ status: "error" }, page()],
  [{ status: "interrupted" }, page()],
  [{ status: "error", provider: "p-1" }, page()],
  [{ route: "/embeddings" }, page()],
  [{ provider: "unknown" }, page()],
  [{ model: "upstream-*" }, page()],
  [{ model: "x-*" }, page()],
  [{ model: "upstream-3" }, page()],
  [{ requestedModel: "unknown" }, page()],
  [{ tag: "unknown" }, page()],
  [{ tag: "tag-3" }, page()],
  [{ teamId: "team-7" }, page()],
  [{ teamId: "team-7" }, page({ sort: "spend", order: "desc" })],
  [{ userId: "user-7" }, page()],
  [{ keyId: "unknown" }, page()],
  [{ organizationId: "unknown" }, page()],
  [{ endUserId: "end-9" }, page()],
  [{ issuer: "https://idp-1" }, page()],
  [{ issuer: "https://idp-1" }, page(NEWEST, { after: place })],
  [{ issuer: "https://rare" }, page()],
  [{ issuer: "unknown" }, page()],
  [{ issuer: "https://rare" }, page({ sort: "spend", order: "desc" })],
  [{ priceState: "unpriced" }, page()],
  [{ callId: "unknown" }, page()],
  [{ anyId: "unknown" }, page()],
  [{ traceId: "unknown" }, page()],
  [{ from: MONTHS[1], until: (MONTHS[1] ?? 0) + 5_000_000 }, page({ sort: "spend", order: "desc" })],
  [{ from: MONTHS[1], until: (MONTHS[1] ?? 0) + 86_400_000 }, page({ sort: "spend", order: "desc" })],
];

test.each(LISTS)("five million calls are listed and counted by an index: %j, %j", async (filter, wanted) => {
  for (const plan of await plansOf((watched) => listCalls(watched, [filter], wanted, EVERY_NAME)))
    expect(plan).not.toMatch(READ_WHOLE);
});

test("five million calls are exported, priced again, sent and dropped by an index", async () => {
  const plans = await plansOf(async (watched) => {
    const { signal } = new AbortController();
    for (const [filter, size] of [
      [{ teamId: "team-7" }, 100],
      [{}, 5_000],
    ] as const) {
      const readText = await callTextOf(watched, [filter]);
      const lines = (await readText(undefined, size, signal)).toString().trimEnd().split("\n");
      const [callId = "", startedAt] = lines.at(-1)?.split("\t") ?? [];
      expect(callId).not.toBe("");
      await readText({ startedAt: Number(startedAt), callId }, size, signal);
    }
    await readRepriceableCalls(watched, { priceState: "unpriced" }, place, 1_000);
    const limits = { calls: 1_000, bytes: 1_000_000 };
    await readNextCalls(watched, { booking: 5_000n, startedAt: "infinity", callId: "" }, 10_000n, limits);
    await dropOldMonths(watched);
  });
  for (const plan of plans) expect(plan).not.toMatch(READ_WHOLE);
});

test("a page behind a place begins with the month of that place", async () => {
  const [plan] = await plansOf((watched) =>
    listCalls(watched, [{}], { ...page(NEWEST, { after: place }), isCounted: false }, EVERY_NAME),
  );
  expect(plan).toContain("calls_2031_03");
  expect(plan).not.toContain("calls_2031_05");
});
