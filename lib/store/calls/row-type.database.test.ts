import { afterAll, beforeAll, expect, test } from "vitest";
import { CALL_FIELDS, CALL_ROW_FIELDS, CALL_ROW_TYPE } from "@/lib/calls/columns";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";

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

test("the database books exactly the fields of the table of columns, in the order of its row type", async () => {
  const columnsOf = async (relation: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
      [relation],
    );
    return rows.map(({ name }) => name);
  };
  expect(await columnsOf(CALL_ROW_TYPE)).toEqual(CALL_ROW_FIELDS);
  expect((await columnsOf("calls")).sort()).toEqual([...CALL_FIELDS, "booking", "booked_at", "revision"].sort());
});
