import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSpend } from "@/bench/spend-rows";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { type Database, openDatabase } from "@/lib/store/database";
import { EVERY_NAME, type NameAccess } from "@/lib/store/spend/payer-names";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { longestTurn } from "@/testing/security/longest-turn";
import { readRows } from "./clickhouse/export-pages";
import { createPostgresReader } from "./postgres-reader";
import type { ExportFormat } from "./report-reader";

const CALLS = 30_000;
/** What an export may take from all calls at once, in milliseconds. */
const MOST_MS = 20;
const SOME_NAMES: NameAccess = { user: (id) => id.endsWith("7"), key: () => false, endUsers: true };

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  await makeSpend(database, CALLS, () => {});
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

/** Reads an export as fast as it comes. Resolves to the number of its lines. */
async function exported(format: ExportFormat, access: NameAccess): Promise<number> {
  const reader = createPostgresReader(database);
  const { lines } = await reader.exportCalls({ filters: [{}], format, access }, { isGone: false, onGone() {} });
  let count = 0;
  for await (const chunk of lines) for (const byte of chunk) if (byte === 10) count++;
  return count;
}

test.each<[ExportFormat, string, NameAccess]>([
  ["csv", "all names", EVERY_NAME],
  ["jsonl", "all names", EVERY_NAME],
  ["csv", "some names", SOME_NAMES],
])("an export as %s with %s never holds up calls for long", async (format, _, access) => {
  let lines = 0;
  const before = process.cpuUsage();
  const longest = await longestTurn(async () => void (lines += await exported(format, access)), MOST_MS);
  const { user, system } = process.cpuUsage(before);
  expect(lines % CALLS).toBeLessThan(5); // the heads of as many exports
  process.stderr.write(
    `${format}: ${((user + system) / lines).toFixed(1)} µs of processors a line, ${longest.toFixed(1)} ms at once\n`,
  );
  expect(longest).toBeLessThan(MOST_MS);
});

/** A column in the form that ClickHouse answers with. */
function asClickHouse(name: string): string {
  if (name === "started_at") return "(extract(epoch FROM started_at) * 1000)::bigint";
  return name === "tried" || name === "spend" ? `${name}::text` : name;
}

test("the answer of ClickHouse to a page of an export never holds up calls for long", async () => {
  const { rows } = await database.pool.query<{ line: string }>(
    `SELECT json_build_array(${[...CALL_FIELDS.map(asClickHouse), String(CALLS)].join(", ")})::text AS line
     FROM calls LIMIT 10000`,
  );
  const answer = Buffer.from(rows.map(({ line }) => `${line.replaceAll("\n", "")}\n`).join(""));
  let read = 0;
  const longest = await longestTurn(async () => void (read = (await readRows(answer)).rows.length), MOST_MS);
  expect(read).toBe(10_000);
  expect(longest).toBeLessThan(MOST_MS);
});
