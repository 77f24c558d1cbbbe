import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { replaceCalls } from "@/testing/spend/odd-calls";
import { createPostgresReader } from "./postgres-reader";

const CALLS = 10_000;
const LINE_FEED = 10;

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  const call = { requested_model: "m", model: "m", provider: "p", deployment: "d", route: "r", tags: [], tried: [] };
  await replaceCalls(
    database,
    Array.from({ length: CALLS }, () => call),
  );
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

/** A page and the next are all that an export holds in memory. */
test("an export takes 4,000 calls at once from PostgreSQL, and never more", async () => {
  const question = { filters: [{}], format: "jsonl", access: EVERY_NAME } as const;
  const { lines } = await createPostgresReader(database).exportCalls(question, { isGone: false, onGone() {} });
  const counts: number[] = [];
  for await (const chunk of lines) counts.push(chunk.filter((byte) => byte === LINE_FEED).length);
  expect(counts).toEqual([4_000, 4_000, 2_000]);
});
