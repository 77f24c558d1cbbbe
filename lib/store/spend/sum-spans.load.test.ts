import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { record } from "@/testing/spend/spend-records";
import { type Database, openDatabase } from "../database";
import { foldDays, foldHours } from "./fold-figures";
import { reportSpend } from "./spend-reports";
import { sumSpans } from "./sum-spans";

const DAY = 86_400_000;
/** A Thursday, on which four weeks since the epoch begin. */
const FIRST = Date.parse("2026-08-27T00:00:00Z");
const WEEKS = 4;
const END = FIRST / DAY + 7 * WEEKS;

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
  return () => database.close();
});
afterAll(() => server.stop());

let made = 0;
/** Books one call at noon of each of these days after the first. */
async function book(days: readonly number[]): Promise<void> {
  const calls = days.map((day) => record(made++, { startedAt: FIRST + day * DAY + DAY / 2, userId: `u${day % 3}` }));
  await bookCalls(database, calls.map(callLiteral));
}

/** The calls of all payers of a type from one day after the first to another, both included. */
async function callsOf(from: number, to: number, entityType: "user" | "team" = "user"): Promise<number> {
  const filter = { entityType, from: FIRST + from * DAY, to: FIRST + to * DAY };
  const { groups, totals } = await reportSpend(database, { filter, dimensions: ["entity"], limit: 10 });
  expect(groups.reduce((sum, { calls }) => sum + calls, 0)).toBe(totals.calls);
  return totals.calls;
}

async function marked(): Promise<number[]> {
  const { rows } = await database.pool.query<{ week: number }>(
    "SELECT day / 7 AS week FROM summed_spans WHERE is_whole AND days = 7 ORDER BY 1",
  );
  return rows.map(({ week }) => week - FIRST / DAY / 7);
}

const EVERY_DAY = Array.from({ length: 7 * WEEKS }, (_, day) => day);

test("days that are over are summed up once, and reports of any days read these sums and the days around them", async () => {
  await book(EVERY_DAY);
  // Besides weeks, these are the last five days, those of the month and those of the week.
  expect(await sumSpans(database, END - 1)).toBe(WEEKS - 1 + 3);
  // The last week, all four at once, the last five days and those of the month.
  expect(await sumSpans(database, END)).toBe(4);
  expect(await sumSpans(database, END)).toBe(0);
  expect(await marked()).toEqual([0, 1, 2, 3]);
  // Tells the sums of weeks apart from those of their days.
  await database.pool.query("UPDATE span_figures SET calls = calls * 100");
  expect(await callsOf(0, 27)).toBe(2_800);
  expect(await callsOf(1, 26)).toBe(1_412);
  expect(await callsOf(1, 12)).toBe(12);
  expect(await callsOf(3, 20)).toBe(1_404);
});

test("the new sums are analysed even if that takes longer than a usual statement may, as that of millions does", async () => {
  await book(EVERY_DAY);
  const holder = await database.pool.connect();
  try {
    // Rows come and go under this lock, and ANALYZE waits for it.
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE span_figures IN SHARE UPDATE EXCLUSIVE MODE");
    const summed = sumSpans(database, END);
    await Promise.race([summed, new Promise((resolve) => setTimeout(resolve, 11_000))]);
    await holder.query("COMMIT");
    expect(await summed).toBeGreaterThan(WEEKS);
  } finally {
    holder.release();
  }
});

test("a report in another time zone reads the weeks within its hours too, and hours around them", async () => {
  await book(EVERY_DAY);
  await sumSpans(database, END);
  await database.pool.query("UPDATE span_figures SET calls = calls * 100");
  // Sixteen days that begin two hours before UTC days, with two whole weeks within them.
  const bounds = Array.from({ length: 17 }, (_, day) => FIRST + (day - 1) * DAY + 22 * 3_600_000);
  const filter = { entityType: "user", from: FIRST, to: FIRST + 15 * DAY, zoned: { bounds, source: "hours" } } as const;
  const { totals } = await reportSpend(database, { filter, dimensions: ["entity"], limit: 10 });
  expect(totals.calls).toBe(2 * 700 + 2);
  const { groups } = await reportSpend(database, { filter, dimensions: ["day", "entity"], limit: 100 });
  expect(groups.reduce((sum, { calls }) => sum + calls, 0)).toBe(16);
});

test("a late call takes the marks from the spans that have its day alone, until they are summed up again", async () => {
  await book(EVERY_DAY);
  await sumSpans(database, END);
  await book([8]);
  expect(await marked()).toEqual([0, 2, 3]);
  expect(await callsOf(0, 27)).toBe(29);
  // Its week, all four, and the days of the month.
  expect(await sumSpans(database, END)).toBe(3);
  expect(await marked()).toEqual([0, 1, 2, 3]);
  expect(await callsOf(0, 27)).toBe(29);
});

test("while a booking has not committed, no day is summed up, because its calls are not to be seen yet", async () => {
  await book(EVERY_DAY);
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE hourly_figures SET calls = calls + 10 WHERE hour = $1", [FIRST / 3_600_000 + 12]);
  expect(await sumSpans(database, END)).toBe(0);
  await client.query("COMMIT");
  client.release();
  expect(await sumSpans(database, END)).toBe(WEEKS + 3);
  expect(await callsOf(0, 27)).toBe(38);
});

test("no call is lost while calls are booked in days that are being summed up", async () => {
  await book(EVERY_DAY);
  let booked = EVERY_DAY.length;
  const booking = async (): Promise<void> => {
    for (let round = 0; round < 25; round++) {
      const days = [round % 28, (round * 5) % 28];
      await book(days);
      booked += days.length;
    }
  };
  let isOver = false;
  const summing = async (): Promise<void> => {
    while (!isOver) await sumSpans(database, END);
  };
  const summers = Promise.all([summing(), summing()]);
  await Promise.all([booking(), booking(), booking()]);
  isOver = true;
  await summers;
  expect(await callsOf(0, 27)).toBe(booked);
  await sumSpans(database, END);
  expect(await marked()).toEqual([0, 1, 2, 3]);
  expect(await callsOf(0, 27)).toBe(booked);
});

test("the latest days of before are gone with their sums, and reports read those of today", async () => {
  await book(EVERY_DAY);
  const stored = async (): Promise<unknown[]> =>
    (
      await database.pool.query({
        text: "SELECT DISTINCT figure.day, figure.days, is_whole FROM span_figures AS figure LEFT JOIN summed_spans USING (day, days) ORDER BY 1, 2",
        rowMode: "array",
      })
    ).rows;
  await sumSpans(database, END - 3);
  const [first, month] = [FIRST / DAY, Date.parse("2026-09-01T00:00:00Z") / DAY];
  expect(await stored()).toEqual([
    [first, 7, true],
    [month, END - 3 - month, true],
    [first + 7, 7, true],
    [first + 14, 7, true],
    [END - 8, 5, true],
    [END - 7, 4, true],
  ]);
  await sumSpans(database, END - 2);
  expect(await stored()).toEqual([
    [first, 7, true],
    [month, END - 2 - month, true],
    [first + 7, 7, true],
    [first + 14, 7, true],
    [END - 7, 5, true],
  ]);
});

test("a process that deletes the latest days of before takes no sum from one that is a day ahead", async () => {
  await book(EVERY_DAY);
  await sumSpans(database, END - 2);
  const holder = await database.pool.connect();
  await holder.query("BEGIN");
  // The first sums that are deleted at the end of the next day.
  await holder.query("SELECT FROM span_figures WHERE day = $1 AND days = 5 FOR UPDATE", [END - 7]);
  const deleting = async (): Promise<number | null> =>
    (await database.pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE%'"))
      .rowCount;
  const behind = sumSpans(database, END - 1);
  await expect.poll(deleting).toBe(1);
  let isOver = false;
  const ahead = sumSpans(database, END).finally(() => (isOver = true));
  await expect.poll(async () => isOver || (await deleting()) === 2).toBe(true);
  await holder.query("COMMIT");
  holder.release();
  await Promise.all([behind, ahead]);
  // The sums of users were asked for before, those of teams afterwards.
  expect(await callsOf(22, 27)).toBe(6);
  expect(await callsOf(22, 27, "team")).toBe(6);
});

test("weeks of hours that have become days are the same, and those of forgotten days are gone with their sums", async () => {
  await book(EVERY_DAY);
  await sumSpans(database, END);
  await foldHours(database, (END * DAY) / 3_600_000 + 24 * 40);
  await sumSpans(database, END);
  expect(await callsOf(0, 27)).toBe(28);

  await foldDays(database, Date.parse("2027-01-01T00:00:00Z") / DAY);
  expect(await callsOf(0, 27)).toBe(0);
  // The next call is the first whose day is kept.
  await book([700]);
  await sumSpans(database, END);
  const { rows } = await database.pool.query("SELECT FROM span_figures");
  expect(rows).toEqual([]);
});
