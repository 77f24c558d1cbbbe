import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { record } from "@/testing/spend/calls-of-before";
import { type Database, openDatabase } from "../database";
import { hourIndexOf, makeHourlyPartitions } from "./figure-partitions";
import { indexHours } from "./index-hours";

const HOUR = 3_600_000;
const MONTH = Date.parse("2026-11-01T00:00:00Z");
const USERS = "hourly_figures_user_2026_11";

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

async function ask<Row>(text: string): Promise<Row[]> {
  return (await database.pool.query(text)).rows as Row[];
}

async function lacking(): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'hourly_figures'::regclass AND NOT EXISTS (
       SELECT FROM pg_index WHERE indexrelid = to_regclass(relname || '_hour_idx') AND indisvalid)`,
  );
  return rows.map(({ name }) => name);
}

test("partitions of hours have an index by hour from the first, and those of an earlier version get it while calls are booked", async () => {
  await makeHourlyPartitions(database, [MONTH / HOUR]);
  expect(await lacking()).toEqual([]);
  expect(await indexHours(database)).toBe(0);

  await database.pool.query(`DROP INDEX ${hourIndexOf(USERS)}`);
  await database.pool.query(`DROP INDEX ${hourIndexOf("hourly_figures_all_2026_11")}`);
  let booked = 0;
  let isOver = false;
  const booking = (async () => {
    while (!isOver) await bookCalls(database, [callLiteral(record(booked++, { startedAt: MONTH + 5 * HOUR }))]);
  })();
  // A process that finds another at work leaves the rest to it, or to the next round.
  await Promise.all([indexHours(database), indexHours(database)]).finally(() => (isOver = true));
  await booking;
  await indexHours(database);
  expect(await lacking()).toEqual([]);
  expect(await ask(`SELECT sum(calls)::int AS calls FROM ${USERS} WHERE hour = ${MONTH / HOUR + 5}`)).toEqual([
    { calls: booked },
  ]);
});

test("an index whose building was interrupted is built anew", async () => {
  await makeHourlyPartitions(database, [MONTH / HOUR]);
  await database.pool.query(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${hourIndexOf(USERS)}'::regclass`,
  );
  expect(await lacking()).toEqual([USERS]);
  expect(await indexHours(database)).toBe(1);
  expect(await lacking()).toEqual([]);
});
