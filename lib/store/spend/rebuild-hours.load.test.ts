import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { bookAsBefore, record } from "@/testing/spend/calls-of-before";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { foldHours } from "./fold-figures";
import { moveDailyTotals } from "./move-daily-totals";
import { readDaysToMove, rebuildHours } from "./rebuild-hours";
import { findSpendDiscrepancies } from "./spend-audit";
import { readReach, reportSpend } from "./spend-reports";

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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.parse("2026-11-01T00:00:00Z");
const period = { from: FIRST, to: FIRST + 4 * DAY };
const all = { from: FIRST, until: FIRST + 5 * DAY, skipped: new Set<number>() };

const reset = () =>
  database.pool.query(
    "TRUNCATE calls, entity_totals, shared_totals, hourly_figures, daily_figures, daily_totals, call_retention",
  );
const byDay = () =>
  reportSpend(database, {
    filter: { entityType: "member", ...period },
    dimensions: ["day", "memberTeam", "model"],
    limit: 100,
  });
const rebuild = (skipped: number[] = []) => rebuildHours(database, { ...all, skipped: new Set(skipped) }, () => {});

const drawn = fc.record({
  startedAt: fc.integer({ min: 0, max: 5 * 24 - 1 }).map((hour) => FIRST + hour * HOUR + 1),
  spendNano: fc.bigInt(0n, 10n ** 12n),
  teamId: fc.constantFrom(null, "t1", "t/2"),
  issuer: fc.constantFrom(null, "https://idp"),
  tags: fc.constantFrom([], ["x"], ["x", "y"]),
  model: fc.constantFrom("a", "b"),
  status: fc.constantFrom("success" as const, "error" as const),
});

test(
  "days that an older version has booked become hours that are the sum of their calls, whatever is booked beside them",
  { timeout: 120_000 },
  async () => {
    const calls = fc.array(drawn, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(calls, calls, calls, async (before, beside, after) => {
        await reset();
        const [old, late, later] = [before, beside, after].map((drawnCalls, round) =>
          drawnCalls.map((changes, at) => record(round * 100 + at, changes)),
        );
        await bookAsBefore(database, old ?? []);
        await moveDailyTotals(database, () => {});
        await bookCalls(database, (late ?? []).map(callLiteral), undefined, [], 3);
        const expected = await byDay();
        expect((await rebuild()).differing).toEqual([]);
        expect(await byDay()).toEqual(expected);
        expect(await database.prisma.dailyFigure.count()).toBe(0);
        expect(await readReach(database, period)).toEqual({});
        await bookCalls(database, (later ?? []).map(callLiteral));
        expect(await rebuild()).toEqual({ days: 0, differing: [] });
        expect(await findSpendDiscrepancies(database)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  },
);

test("calls that are booked while hours are rebuilt are counted once", async () => {
  await reset();
  await bookAsBefore(
    database,
    Array.from({ length: 20 }, (_, at) => record(at, { startedAt: FIRST + at * 5 * HOUR })),
  );
  await moveDailyTotals(database, () => {});
  const bookings = Array.from({ length: 20 }, async (_, at) =>
    bookCalls(database, [callLiteral(record(100 + at, { startedAt: FIRST + at * 5 * HOUR }))], undefined, [], at % 8),
  );
  const [{ days }] = await Promise.all([rebuild(), ...bookings]);
  expect(days).toBe(4);
  expect((await byDay()).totals.calls).toBe(40);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
});

test("the newest day comes first, one process does it at a time, and what is done stays done", async () => {
  await reset();
  await bookAsBefore(
    database,
    [0, 1, 2].map((day) => record(day, { startedAt: FIRST + day * DAY })),
  );
  await moveDailyTotals(database, () => {});
  const other = await database.pool.connect();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(7200304)");
  expect(await rebuild()).toEqual({ days: 0, differing: [] });
  await other.query("COMMIT");
  other.release();
  const stop = new AbortController();
  const seen: number[] = [];
  const note = ({ day, left }: { day: number; left: number }): void => {
    seen.push(day * DAY, left);
    stop.abort();
  };
  expect(await rebuildHours(database, all, note, stop.signal)).toMatchObject({ days: 1 });
  expect(seen).toEqual([FIRST + 2 * DAY, 3]);
  expect(await rebuild()).toMatchObject({ days: 2 });
  expect(await rebuild()).toMatchObject({ days: 0 });
});

test("how many days are left is known on every node while one is at work", async () => {
  await reset();
  await bookAsBefore(
    database,
    [0, 1, 2].map((day) => record(day, { startedAt: FIRST + day * DAY })),
  );
  const left = () => readDaysToMove(database, all);
  expect(await left()).toBeUndefined();
  const other = await database.pool.connect();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(7200304)");
  expect(await left()).toBe(3);
  await other.query("COMMIT");
  await moveDailyTotals(database, () => {});
  await rebuildHours(database, { ...all, from: FIRST + DAY }, () => {});
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(7200304)");
  expect(await left()).toBe(1);
  await other.query("COMMIT");
  await rebuild();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(7200304)");
  expect(await left()).toBeUndefined();
  await other.query("COMMIT");
  other.release();
});

test("a day whose calls do not add up to it, or are no longer kept, or that hours are not kept of, stays a day", async () => {
  await reset();
  await bookAsBefore(
    database,
    [0, 1, 2, 3].map((day) => record(day, { startedAt: FIRST + day * DAY })),
  );
  await moveDailyTotals(database, () => {});
  const [first, third] = [FIRST / DAY, FIRST / DAY + 2];
  await database.pool.query("INSERT INTO call_retention (pruned_before) VALUES (date '1970-01-01' + $1::int)", [
    first + 1,
  ]);
  await database.pool.query("UPDATE daily_figures SET spend = spend + 1 WHERE kind = 2 AND day = $1", [third]);
  const kept = await byDay();
  expect(await rebuildHours(database, { ...all, until: FIRST + 3 * DAY }, () => {})).toEqual({
    days: 1,
    differing: [third],
  });
  expect(await rebuild([third])).toEqual({ days: 1, differing: [] });
  expect(await byDay()).toEqual(kept);
  const { rows } = await database.pool.query("SELECT DISTINCT day FROM daily_figures ORDER BY day");
  expect(rows).toEqual([{ day: first }, { day: third }]);
});

test("hours that have become days become hours again when they are to be kept for longer", async () => {
  await reset();
  await bookCalls(database, [callLiteral(record(1, { startedAt: FIRST + 7 * HOUR }))]);
  await foldHours(database, (FIRST + 30 * DAY) / HOUR);
  expect(await readReach(database, period)).toEqual({ hoursSince: FIRST + DAY });
  expect(await rebuild()).toMatchObject({ days: 1 });
  const { rows } = await database.pool.query("SELECT DISTINCT hour FROM hourly_figures");
  expect(rows).toEqual([{ hour: FIRST / HOUR + 7 }]);
});
