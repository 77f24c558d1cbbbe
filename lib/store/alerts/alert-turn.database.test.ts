import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase, type Database } from "../database";
import { takeAlertTurn } from "./alert-turn";
import { readDatabaseClock } from "./database-clock";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(await server.createDatabase());
  return () => database.close();
});
afterAll(() => server.stop());

test("the turn has the time of the database, in milliseconds since the epoch", async () => {
  const clock = (): Promise<number> => readDatabaseClock(database.pool);
  const before = await clock();
  let now = Number.NaN;
  await takeAlertTurn(database, readDatabaseClock, async (turn) => void (now = turn.now));
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(await clock());
  const { rows } = await database.pool.query<{ year: number }>("SELECT extract(year FROM now())::int AS year");
  expect(new Date(now).getUTCFullYear()).toBe(rows[0]?.year);
});
