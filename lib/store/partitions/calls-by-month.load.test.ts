import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateDatabase, readMigrations } from "@/lib/database/migrate";
import type { PreparationProgress } from "@/lib/database/prepare-migration";
import { bookCalls, refusesRows } from "@/lib/store/calls/calls";
import { type Database, openDatabase } from "@/lib/store/database";
import { insertOldCall, bookSamples, repriceSample, sampleLiteral } from "@/testing/spend/booked-rows";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { MIGRATIONS_DIRECTORY } from "@/testing/database/test-server";
import { addMonths, monthsAhead, partitionName, startOfMonth } from "./months";
import { readPartitions } from "./partitions";

const NAME = "0028_calls_by_month";
const migration = (await readMigrations(MIGRATIONS_DIRECTORY)).find(({ name }) => name === NAME);
const steps = migration?.steps ?? [];

let server: TestDatabase;
let database: Database;
let before: string;
/** A database as it was before the migration. */
beforeEach(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  before = await mkdtemp(join(tmpdir(), "model-gateway-parts-"));
  await database.pool.query("DROP SCHEMA public CASCADE");
  await database.pool.query("CREATE SCHEMA public");
  const earlier = (await readMigrations(MIGRATIONS_DIRECTORY)).filter(({ name }) => name < NAME);
  for (const { name } of earlier) await cp(join(MIGRATIONS_DIRECTORY, name), join(before, name), { recursive: true });
  await migrateDatabase(server.url, { directory: before });
});
afterEach(async () => {
  await rm(before, { recursive: true, force: true });
  await database.close();
  await server.stop();
});

const migrate = (onProgress?: (progress: PreparationProgress) => void): Promise<string[]> =>
  migrateDatabase(server.url, { directory: MIGRATIONS_DIRECTORY, ...(onProgress && { onProgress }) });
const thisMonth = startOfMonth(Date.now());

async function ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  return (await database.pool.query<Row>(sql)).rows;
}

/** What must hold once the migration has been applied, whatever happened before. */
async function expectPartitions(): Promise<void> {
  expect(await readPartitions(database, "calls")).toMatchObject([
    { name: "calls_first", from: undefined, until: addMonths(thisMonth, 2) },
    { from: addMonths(thisMonth, 2), until: addMonths(thisMonth, 3) },
  ]);
  expect(await ask("SELECT conname FROM pg_constraint WHERE conname = 'calls_until_0028'")).toEqual([]);
  expect(await ask("SELECT FROM pg_index WHERE NOT indisvalid")).toEqual([]);
  expect(await ask("SELECT call_id FROM calls ORDER BY 1")).toEqual([{ call_id: "old-1" }, { call_id: "old-2" }]);
  // Every index of the parent is one of the partition too.
  const [indexes] = await ask<{ parent: number; first: number }>(`
    SELECT (SELECT count(*)::int FROM pg_index WHERE indrelid = 'calls'::regclass) AS parent,
      (SELECT count(*)::int FROM pg_index WHERE indrelid = 'calls_first'::regclass) AS first`);
  expect(indexes?.first).toBe(indexes?.parent);
  await bookSamples(database, "new");
  expect(await bookCalls(database, [sampleLiteral("new"), sampleLiteral("other")])).toBe(1);
  await repriceSample(database, "new", 7n);
  expect(await ask("SELECT revision, booking::int > 0 AS placed FROM calls WHERE call_id = 'new'")).toEqual([
    { revision: 2, placed: true },
  ]);
}

async function insertOldCalls(): Promise<void> {
  await insertOldCall(database, "old-1", Date.parse("2024-02-03T00:00:00Z"));
  await insertOldCall(database, "old-2", Date.now());
}

test("calls that exist become the first partition as they are, and each step is told", async () => {
  await insertOldCalls();
  const [file] = await ask("SELECT pg_relation_filenode('calls') AS file");
  const told: string[] = [];
  const tell = ({ migration: name, step, number, of }: PreparationProgress): void => {
    if (name === NAME) told.push(`${number}/${of} ${step}`);
  };
  expect(await migrate(tell)).toContain(NAME);
  expect(await ask("SELECT pg_relation_filenode('calls_first') AS file")).toEqual([file]);
  expect(told).toEqual(steps.map(({ title }, at) => `${at + 1}/${steps.length} ${title}`));
  await expectPartitions();
});

test("an empty table begins its months at once", async () => {
  await migrate();
  expect(await readPartitions(database, "calls")).toEqual([
    { name: "calls_first", from: undefined, until: thisMonth },
    ...monthsAhead(thisMonth).map((from) => ({
      name: partitionName("calls", from),
      from,
      until: addMonths(from, 1),
    })),
  ]);
});

test("a migration that was interrupted between any two steps is continued at the next start", async () => {
  await insertOldCalls();
  expect(steps.length).toBeGreaterThan(5);
  // A unique index that a killed build has left: it is there, and it is not valid.
  await database.pool.query('CREATE UNIQUE INDEX "calls_key_0028" ON calls (call_id, started_at)');
  await database.pool.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'calls_key_0028'::regclass");
  for (const { sql } of steps.slice(1)) await ask(sql.replace(" CONCURRENTLY", ""));
  await migrate();
  await expectPartitions();
});

test("a bound from an upgrade that was given up long ago is replaced", async () => {
  await insertOldCalls();
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  await ask(`ALTER TABLE calls ADD CONSTRAINT calls_until_0028 CHECK (started_at < '${soon}'::timestamptz) NOT VALID`);
  await migrate();
  await expectPartitions();
});

test("calls are read and booked while the migration waits for somebody who reads on", async () => {
  await insertOldCalls();
  const reader = new pg.Client(server.url);
  await reader.connect();
  await reader.query("BEGIN; LOCK TABLE calls IN ACCESS SHARE MODE");
  let isWaiting = false;
  const migrating = migrate(({ step }) => void (isWaiting ||= step.startsWith("bound")));
  await expect.poll(() => isWaiting).toBe(true);
  for (let round = 0; round < 5; round++) await insertOldCall(database, `meanwhile-${round}`);
  expect(await ask("SELECT count(*)::int FROM calls")).toEqual([{ count: 7 }]);
  await reader.query("COMMIT");
  await reader.end();
  expect(await migrating).toContain(NAME);
  expect(await ask("SELECT count(*)::int FROM calls")).toEqual([{ count: 7 }]);
});

test("the calls of a node of the version before wait, instead of being set aside", async () => {
  await migrate();
  const old = database.pool.query(`
    INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment,
      prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state)
    VALUES ('old', now(), 1, 'success', '/chat/completions', 'm', 'm', 'p', 'd', 1, 0, 1, 0, 2, 'upstream', 0, 'priced')
    ON CONFLICT (call_id) DO NOTHING`);
  const error: unknown = await old.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "42P10" });
  // The rule by which every version tells a row's fault from another error of booking.
  expect(refusesRows(error)).toBe(false);
});
