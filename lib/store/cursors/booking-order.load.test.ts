import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { bookSamples, repriceSample } from "@/testing/spend/booked-rows";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { readBookingOrder, readOpenBooking } from "./booking-order";
import { readCallRange, readNextCalls, type PlacedCalls } from "./booked-calls";
import { keepCursor } from "./call-cursor";
import { behindBooking, type CallPosition } from "./call-position";

let server: TestDatabase;
let database: Database;
/** The place after every call of earlier tests. */
let start: CallPosition;

beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
beforeEach(async () => {
  await database.pool.query(
    "TRUNCATE calls, superseded_prices, call_cursors, entity_totals, shared_totals, hourly_figures, daily_figures",
  );
  start = behindBooking((await readBookingOrder(database)).drawn);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const LIMITS = { calls: 100, bytes: 1_000_000 };
const idsOf = ({ calls }: PlacedCalls): string[] =>
  calls.map(({ line }) => String((JSON.parse(line) as { call_id: string }).call_id));
async function readNext(after = start): Promise<PlacedCalls> {
  return readNextCalls(database, after, (await readBookingOrder(database)).through, LIMITS);
}
/** A transaction that books one call and stays open. */
async function openBooking(id: string): Promise<PoolClient> {
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment,
       prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state)
     VALUES ($1, now(), 5, 'success', '/chat/completions', 'm', 'm', 'p', 'd', 1, 0, 1, 0, 2, 'upstream', 0, 'free')`,
    [id],
  );
  return client;
}
async function end(client: PoolClient, how: "COMMIT" | "ROLLBACK"): Promise<void> {
  await client.query(how);
  client.release();
}

test("calls are read in the order of booking, not in the order of their start", async () => {
  await bookSamples(database, "late-start");
  await bookSamples(database, "b", "a");
  expect(idsOf(await readNext())).toEqual(["late-start", "b", "a"]);
});

test("a call whose transaction commits late is not overtaken by calls that were booked after it", async () => {
  await bookSamples(database, "before");
  const open = await openBooking("slow");
  await bookSamples(database, "after");
  const first = await readNext();
  expect(idsOf(first)).toEqual(["before"]);
  await end(open, "COMMIT");
  expect(idsOf(await readNext(first.through))).toEqual(["slow", "after"]);
});

test("a transaction that is rolled back leaves a gap and no wait", async () => {
  const open = await openBooking("never");
  await bookSamples(database, "after");
  expect(idsOf(await readNext())).toEqual([]);
  await end(open, "ROLLBACK");
  expect(idsOf(await readNext())).toEqual(["after"]);
});

test("the session that holds the order up is known by its process id", async () => {
  await bookSamples(database, "before");
  const open = await openBooking("slow");
  await bookSamples(database, "after");
  const { heldBy, through, drawn } = await readBookingOrder(database);
  expect(drawn - through).toBe(2n);
  expect(await readOpenBooking(database, heldBy ?? 0)).toMatchObject({
    pid: heldBy,
    state: "idle in transaction",
    since: expect.any(Date),
  });
  await end(open, "ROLLBACK");
  expect(await readBookingOrder(database)).toMatchObject({ heldBy: undefined });
});

test("open transactions that book nothing hold nothing up, in this database and in another", async () => {
  const elsewhere = openDatabase(await server.createDatabase());
  const writing = await database.pool.connect();
  await writing.query("BEGIN; UPDATE call_retention SET id = 1; SELECT pg_current_xact_id()");
  const other = await elsewhere.pool.connect();
  await other.query("BEGIN; SELECT pg_current_xact_id(); LOCK TABLE calls IN ROW EXCLUSIVE MODE");
  const booking = await elsewhere.pool.connect();
  await booking.query("BEGIN; SELECT pg_advisory_xact_lock_shared(1)");
  await bookSamples(database, "a");
  expect(idsOf(await readNext())).toEqual(["a"]);
  for (const client of [writing, other, booking]) await end(client, "ROLLBACK");
  await elsewhere.close();
});

test("no call is skipped or repeated while many writers commit in any order", async () => {
  const read: string[] = [];
  let position = start;
  let isOver = false;
  const reader = (async () => {
    for (;;) {
      const wasOver = isOver;
      const next = await readNext(position);
      read.push(...idsOf(next));
      position = next.through ?? position;
      if (wasOver && !next.through) return;
    }
  })();
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let turn = 0; turn < 25; turn++) {
      const open = await openBooking(`w${writer}-${turn}`);
      if (turn % 3 === 0) await new Promise((resolve) => setTimeout(resolve, (writer * 7 + turn) % 20));
      await end(open, turn % 10 === 9 ? "ROLLBACK" : "COMMIT");
    }
  });
  await Promise.all(writers);
  isOver = true;
  await reader;
  const { rows } = await database.pool.query<{ call_id: string }>("SELECT call_id FROM calls ORDER BY booking");
  expect(read).toEqual(rows.map(({ call_id }) => call_id));
});

test("a re-priced call comes again with a higher revision, and its range still has what it had", async () => {
  await keepCursor(database, "reader", "now");
  await bookSamples(database, "a", "b", "c");
  const first = await readNext();
  await repriceSample(database, "b", 77_000n);
  await repriceSample(database, "b", 88_000n);
  expect(await readCallRange(database, start, first.through ?? start)).toEqual(first);
  const again = (await readNext(first.through)).calls.map(({ line }) => JSON.parse(line) as object);
  expect(again).toMatchObject([
    { call_id: "b", revision: 2, spend: 0.000077, price_version: "config:2" },
    { call_id: "b", revision: 3, spend: 0.000088 },
  ]);
});

test("a price that stays the same does not book the call again", async () => {
  await bookSamples(database, "a");
  await database.pool.query("UPDATE calls SET spend = spend, status = 'error'");
  const { calls } = await readNext();
  expect(calls.map(({ line }) => JSON.parse(line) as object)).toMatchObject([{ revision: 1 }]);
});

test("a call that is booked twice is read once, and its unused numbers are passed", async () => {
  await bookSamples(database, "a");
  await bookSamples(database, "a");
  const first = await readNext();
  expect(idsOf(first)).toEqual(["a"]);
  expect(idsOf(await readNext(first.through))).toEqual([]);
});

test("calls from before there was an order come first, by their time, and never together with the others", async () => {
  await bookSamples(database, "old-2", "old-1");
  await database.pool.query(
    "UPDATE calls SET booking = 0, booked_at = NULL, started_at = CASE call_id WHEN 'old-1' THEN timestamptz '2026-01-01T00:00:00Z' ELSE timestamptz '2026-01-02T00:00:00Z' END",
  );
  await bookSamples(database, "new");
  const first = await readNext({ booking: 0n, startedAt: "-infinity", callId: "" });
  expect(idsOf(first)).toEqual(["old-1", "old-2"]);
  expect(first.calls[0]).toMatchObject({ booking: 0n, bookedAt: new Date("2026-01-01T00:00:00.250Z") });
  expect(idsOf(await readNext(first.through))).toEqual([]);
  expect(idsOf(await readNext(behindBooking(0n)))).toEqual(["new"]);
});

test("a batch ends at its limits of calls and bytes, and has at least one call", async () => {
  await bookSamples(database, "a", "b", "c");
  const { through } = await readBookingOrder(database);
  const read = async (calls: number, bytes: number): Promise<string[]> =>
    idsOf(await readNextCalls(database, start, through, { calls, bytes }));
  expect(await read(2, 1_000_000)).toEqual(["a", "b"]);
  expect(await read(100, 2_500)).toEqual(["a", "b"]);
  expect(await read(100, 1)).toEqual(["a"]);
});

test("a line is one line of JSON with the columns of the spend log, an exact price and times in UTC", async () => {
  await bookSamples(database, "a");
  const line = (await readNext()).calls[0]?.line ?? "";
  expect(line).not.toContain("\n");
  expect(line).toContain('"spend":0.00002,');
  expect(JSON.parse(line)).toMatchObject({
    call_id: "a",
    started_at: "2026-11-21T12:00:00.000Z",
    tags: ["a", 'b,{}"c'],
    tried: [],
    team_id: "t1",
    booked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    revision: 1,
  });
});
