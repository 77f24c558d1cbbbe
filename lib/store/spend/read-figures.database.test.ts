import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { databaseFailure } from "../failures";
import { readFigures } from "./read-figures";

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

const LIMIT = "SELECT current_setting('statement_timeout') AS limit, $1::text AS asked";

test("a report may take 30 seconds, and its limit follows the connection to no other statement", async () => {
  expect(await readFigures(database, LIMIT, ["one"])).toEqual([{ limit: "30s", asked: "one" }]);
  const { rows } = await database.pool.query(LIMIT, ["two"]);
  expect(rows).toEqual([{ limit: "10s", asked: "two" }]);
});

test("a report that the server cancels is too slow, and not a fault of the database", async () => {
  const cancelled = "SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep($1)";
  const failure = await readFigures(database, cancelled, [5]).catch((error: unknown) => error);
  expect(databaseFailure(failure)).toMatchObject({ code: "database_too_slow" });
});
