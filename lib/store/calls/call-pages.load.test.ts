import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallFilter } from "@/lib/calls/filter";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { CALL_SORTS } from "@/lib/wire/spend";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { type CallPage, listCalls } from "./call-list";
import { type CallOrder, decodeCursor, encodeCursor } from "./call-order";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  await insert(1, 2_400);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** Many calls share their instant, their cost or both. */
async function insert(first: number, last: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment, prompt_tokens,
      cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state, team_id)
    SELECT md5(n::text), timestamptz '2026-11-21T00:00:00Z' + (n / 7) * interval '1 s', n % 11, 'success', '/chat/completions', 'm',
      'm-' || n % 3, 'p', 'd', 1, 0, 1, 0, n % 5, 'upstream', n % 13 * 0.000000001, 'priced', 'team-' || n % 2
    FROM generate_series($1::int, $2::int) AS n`,
    [first, last],
  );
}

async function idsInOrder({ sort, order }: CallOrder, where = "TRUE"): Promise<string[]> {
  const columns = sort === "started_at" ? ["started_at", "call_id"] : [sort, "started_at", "call_id"];
  const { rows } = await database.pool.query<{ call_id: string }>(
    `SELECT call_id FROM calls WHERE ${where} ORDER BY ${columns.map((column) => `${column} ${order}`).join(", ")}`,
  );
  return rows.map(({ call_id }) => call_id);
}

function ask(order: CallOrder, from: CallPage["from"], size: number, filters: readonly CallFilter[] = [{}]) {
  return listCalls(database, filters, { ...order, from, size, isCounted: "number" in from }, EVERY_NAME);
}

/** The ids of all pages, each asked for behind the place that the one before gave. `between` runs before each. */
async function walk(order: CallOrder, filter: CallFilter, between = async (): Promise<void> => {}): Promise<string[]> {
  const ids: string[] = [];
  for (let from: CallPage["from"] | undefined = { number: 1 }; from;) {
    const { calls, next } = await ask(order, from, 317, [filter]);
    ids.push(...calls.map(({ call_id }) => call_id));
    const place = next && decodeCursor(order, encodeCursor(order, next));
    expect(place).toEqual(next);
    from = place && { after: place };
    await between();
  }
  return ids;
}

const orders = CALL_SORTS.flatMap((sort) => (["asc", "desc"] as const).map((order): CallOrder => ({ sort, order })));

test.each(orders)("pages behind one another have each call once and in order: %o", async (order) => {
  expect(await walk(order, {})).toEqual(await idsInOrder(order));
  expect(await walk(order, { teamId: "team-1" })).toEqual(await idsInOrder(order, "team_id = 'team-1'"));
  expect(await walk(order, { model: "m-*", tag: "none" })).toEqual([]);
  expect(await walk(order, { model: "*-2" })).toEqual(await idsInOrder(order, "model = 'm-2'"));
});

test.each(orders)("a page by number has the calls of its place, wherever it is read from: %o", async (order) => {
  const all = await idsInOrder(order);
  for (const number of [1, 2, 11, 12, 13, 20, 23, 24, 25]) {
    // No totals count by deployment, so the calls themselves are counted.
    const { calls, total, next } = await ask(order, { number }, 100, [{ deployment: "d" }]);
    expect(calls.map(({ call_id }) => call_id)).toEqual(all.slice((number - 1) * 100, number * 100));
    expect(next === undefined).toBe(number >= 24);
    expect(total).toEqual({ calls: 2_400, isExact: true });
  }
});

test("no call is lost or shown twice while calls go on", async () => {
  for (const order of [
    { sort: "started_at", order: "desc" },
    { sort: "spend", order: "desc" },
  ] as const) {
    const before = await idsInOrder(order);
    let first = 10_000;
    const ids = await walk(order, {}, () => insert(first + 1, (first += 50)));
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(before);
    expect(ids.filter((id) => known.has(id))).toEqual(before);
    await database.pool.query("DELETE FROM calls WHERE NOT call_id = ANY ($1)", [before]);
  }
});

test("more calls than a reader looks through are counted up to a limit, and the answer says so", async () => {
  await insert(100_000, 130_000);
  const order = { sort: "started_at", order: "desc" } as const;
  expect((await ask(order, { number: 1 }, 1, [{ deployment: "d" }])).total).toEqual({ calls: 20_000, isExact: false });
  expect((await ask(order, { number: 250 }, 100, [{ deployment: "d" }])).calls).toHaveLength(100);
  await database.pool.query("DELETE FROM calls WHERE started_at > '2026-11-21T02:00:00Z'");
});

test("calls that are no longer kept are not shown, also while they are not deleted", async () => {
  await database.pool.query("INSERT INTO call_retention (pruned_before) VALUES ('2026-11-22')");
  expect((await ask({ sort: "started_at", order: "desc" }, { number: 1 }, 5)).calls).toEqual([]);
  await database.pool.query("TRUNCATE call_retention");
});
