import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { repriceCalls } from "@/lib/store/calls/reprice";
import { dayBounds } from "@/lib/time/time-zone";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { record } from "@/testing/spend/spend-records";
import { type Database, openDatabase } from "../database";
import type { DailyFilter } from "./daily-filter";
import { foldHours } from "./fold-figures";
import { findSpendDiscrepancies } from "./spend-audit";
import type { DailyDimension } from "./group-statement";
import { reportSpend } from "./spend-reports";
import { sumSpans } from "./sum-spans";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

let server: TestDatabase;
let url: string;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  url = await server.createDatabase();
  database = openDatabase(url);
  return () => database.close();
});
afterAll(() => server.stop());

let made = 0;
/** Books calls that began at these instants. */
async function book(instants: readonly number[], node = database): Promise<void> {
  const calls = instants.map((startedAt) => {
    const at = made++;
    return record(at, { startedAt, userId: `u${at % 3}`, keyId: `k${at % 4}`, spendNano: BigInt(7 + at) });
  });
  await bookCalls(node, calls.map(callLiteral));
}

/** An instant in each of a number of hours, a minute before the hour ends. */
const hourly = (from: number, hours: number): number[] =>
  Array.from({ length: hours }, (_, at) => from + (at + 1) * HOUR - 60_000);

/** The sums over the calls themselves, by user or by day of a zone: `[group, calls, spend]`. */
async function ledger(by: "user" | "day", zone: string, from: number, to: number): Promise<unknown[]> {
  const group = by === "user" ? "user_id" : "to_char(started_at AT TIME ZONE $1, 'YYYY-MM-DD')";
  const { rows } = await database.pool.query<{ name: string; calls: number; spend: string }>(
    `SELECT ${group} AS name, count(*)::int AS calls, sum(spend)::text AS spend FROM calls
     WHERE (started_at AT TIME ZONE $1)::date BETWEEN date '1970-01-01' + $2::int AND date '1970-01-01' + $3::int GROUP BY 1 ORDER BY 1`,
    [zone, from / DAY, to / DAY],
  );
  return rows.map(({ name, calls, spend }) => [name, calls, spend]);
}

async function figures(by: "user" | "day", zone: string, from: number, to: number): Promise<unknown[]> {
  const zoned = { bounds: dayBounds(zone, from, to), source: "hours" } as const;
  const days = { from, to, ...(zone !== "UTC" && { zoned }) };
  const filter: DailyFilter =
    by === "user" ? { entityType: "user", ...days } : { entityType: "all", entityId: "", ...days };
  const dimension: DailyDimension = by === "user" ? "entity" : "day";
  const { groups, totals } = await reportSpend(database, { filter, dimensions: [dimension], limit: 1_000 });
  expect(groups.reduce((sum, { calls }) => sum + calls, 0)).toBe(totals.calls);
  return groups.map((group) => [group[dimension], group.calls, group.spend]).toSorted();
}

const ZONES = ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"];

/** Expects figures to agree with the ledger in every zone, by user and by day, over each of the ranges. */
async function agree(ranges: readonly (readonly [first: string, last: string])[], zones = ZONES): Promise<void> {
  for (const zone of zones)
    for (const [first, last] of ranges)
      for (const by of ["user", "day"] as const) {
        const range = [by, zone, day(first), day(last)] as const;
        const expected = await ledger(...range);
        expect([zone, first, await figures(...range)]).toEqual([zone, first, expected]);
        expect(expected.length).toBeGreaterThan(0);
      }
  expect(await findSpendDiscrepancies(database)).toEqual([]);
}

/** Gives every call of an hour a new price. */
async function reprice(hour: number): Promise<void> {
  const { rows } = await database.pool.query<{ call_id: string; at: Date }>(
    "SELECT call_id, started_at AS at FROM calls WHERE started_at >= $1 AND started_at < $2",
    [new Date(hour), new Date(hour + HOUR)],
  );
  expect(rows.length).toBeGreaterThan(0);
  const prices = rows.map(({ call_id, at }, index) => ({
    call_id,
    started_at: at.toISOString(),
    spend: `0.${String(index + 1).padStart(9, "0")}`,
    price_state: "priced",
    price_version: "new",
  }));
  expect(await repriceCalls(database, { id: "run", actor: "test" }, prices, () => ({}))).toBe(rows.length);
}

test("figures are the ledger across the end of a year, whose week begins in the one and ends in the other, in zones of any offset", async () => {
  await book(hourly(day("2026-12-15"), 35 * 24));
  // The week of 2026-12-31 is the 53rd by ISO.
  expect(await sumSpans(database, day("2027-01-19") / DAY)).toBeGreaterThan(3);
  const ranges = [
    ["2026-12-20", "2027-01-16"],
    ["2026-12-31", "2027-01-06"],
    ["2026-12-31", "2026-12-31"],
    ["2027-01-01", "2027-01-14"],
  ] as const;
  await agree(ranges);
  await reprice(day("2026-12-31") + 23 * HOUR);
  await agree(ranges);
  expect(await sumSpans(database, day("2027-01-19") / DAY)).toBeGreaterThan(0);
  await agree(ranges);
});

test("figures are the ledger on the day of 25 hours, also after new prices of its doubled hour and weeks that are summed up again", async () => {
  await book(hourly(day("2026-10-14"), 20 * 24));
  await book(hourly(day("2026-10-25"), 3));
  expect(await sumSpans(database, day("2026-11-03") / DAY)).toBeGreaterThan(0);
  const ranges = [
    ["2026-10-25", "2026-10-25"],
    ["2026-10-15", "2026-10-31"],
    ["2026-10-24", "2026-10-26"],
  ] as const;
  await agree(ranges);
  // Both hours from 2 to 3 o'clock in Berlin.
  for (const hour of [0, 1]) await reprice(day("2026-10-25") + hour * HOUR);
  await agree(ranges);
  await sumSpans(database, day("2026-11-03") / DAY);
  await agree(ranges);
});

test("a call of a node whose clock is ahead is booked in the month to come", async () => {
  await book([Date.parse("2026-11-30T23:55:00Z"), Date.parse("2026-12-01T00:05:00Z")]);
  await agree([["2026-11-30", "2026-12-01"]]);
  await agree([["2026-12-01", "2026-12-01"]], ["UTC", "Europe/Berlin"]);
});

test("hours that are kept for less than a week leave weeks whose sums are of days and of hours", async () => {
  await book(hourly(day("2026-10-20"), 20 * 24));
  await foldHours(database, day("2026-11-01") / HOUR);
  expect(await sumSpans(database, day("2026-11-09") / DAY)).toBeGreaterThan(1);
  const ranges = [
    ["2026-10-29", "2026-11-04"],
    ["2026-10-22", "2026-11-08"],
    ["2026-10-31", "2026-11-01"],
  ] as const;
  await agree(ranges, ["UTC"]);
  // A call that comes late makes hours of a day again, and a new price does so, too.
  await book([day("2026-10-30") + HOUR]);
  await reprice(day("2026-10-31") + 5 * HOUR);
  await agree(ranges, ["UTC"]);
  await foldHours(database, day("2026-11-01") / HOUR);
  await sumSpans(database, day("2026-11-09") / DAY);
  await agree(ranges, ["UTC"]);
});

test("two nodes that book and re-price while weeks are summed up lose nothing", async () => {
  await book(hourly(day("2026-10-01"), 15 * 24));
  const other = openDatabase(url);
  let isOver = false;
  const summing = (async () => {
    while (!isOver) await sumSpans(database, day("2026-10-15") / DAY);
  })();
  const booking = [database, other].map(async (node, index) => {
    for (let round = 0; round < 12; round++) await book([day("2026-10-02") + (round * 29 + index) * HOUR], node);
  });
  const pricing = (async () => {
    for (let round = 0; round < 6; round++) await reprice(day("2026-10-03") + round * 25 * HOUR);
  })();
  await Promise.all([...booking, pricing]).finally(() => (isOver = true));
  await summing;
  await other.close();
  const ranges = [
    ["2026-10-01", "2026-10-14"],
    ["2026-10-03", "2026-10-12"],
  ] as const;
  await agree(ranges);
  await sumSpans(database, day("2026-10-15") / DAY);
  await agree(ranges);
});

test("a fold whose process is killed in the middle leaves every amount in one place, and the next one goes on", async () => {
  await book(hourly(day("2026-10-01"), 31 * 24));
  await sumSpans(database, day("2026-11-01") / DAY);
  const ranges = [["2026-10-03", "2026-10-28"]] as const;
  // Keys are folded before users, whose rows somebody holds, so that the fold stands still when it is ended.
  const holder = await database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM hourly_figures WHERE kind = 2 FOR UPDATE");
  const folding = foldHours(database, day("2026-11-01") / HOUR).then(
    () => "folded",
    () => "ended",
  );
  const ended = async (): Promise<number> => {
    const { rowCount } = await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%moved AS%' AND pid <> pg_backend_pid()",
    );
    return rowCount ?? 0;
  };
  await expect.poll(ended).toBe(1);
  expect(await folding).toBe("ended");
  await holder.query("COMMIT");
  holder.release();
  const { rows } = await database.pool.query(
    "SELECT EXISTS (SELECT FROM daily_figures) AS days, EXISTS (SELECT FROM hourly_figures WHERE kind = 2) AS hours",
  );
  expect(rows).toEqual([{ days: true, hours: true }]);
  await agree(ranges, ["UTC"]);
  expect((await foldHours(database, day("2026-11-01") / HOUR)).rows).toBeGreaterThan(0);
  expect(await database.prisma.hourlyFigure.count()).toBe(0);
  await agree(ranges, ["UTC"]);
});
