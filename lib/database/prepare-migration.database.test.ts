import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bookCalls } from "@/lib/store/calls/calls";
import { type Database, openDatabase } from "@/lib/store/database";
import { sampleLiteral } from "@/testing/spend/booked-rows";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { MIGRATIONS_DIRECTORY } from "@/testing/database/test-server";
import { migrateDatabase } from "./migrate";

const NEXT = "9999_next";
/** What a next migration prepares on a large table, and does at once where nothing is prepared. */
const PREPARE = `
-- step: index of the new order
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "new_order" ON "refusals"("at", "id");

-- step, briefly locked: column
ALTER TABLE "calls" ADD COLUMN IF NOT EXISTS "region" TEXT;

-- step: rows of before
UPDATE "refusals" SET "code" = 'old' WHERE "code" IS NULL;
`;
const MIGRATION = `-- oldest-version: 0.1.0
SET LOCAL lock_timeout = '500ms';
CREATE UNIQUE INDEX IF NOT EXISTS "new_order" ON "refusals"("at", "id");
ALTER TABLE "calls" ADD COLUMN IF NOT EXISTS "region" TEXT;
CREATE TABLE "regions" ("name" TEXT PRIMARY KEY);
`;

let server: TestDatabase;
let database: Database;
let directory: string;
beforeEach(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  directory = await mkdtemp(join(tmpdir(), "model-gateway-next-"));
  await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
  await mkdir(join(directory, NEXT));
  await writeFile(join(directory, NEXT, "prepare.sql"), PREPARE);
  await writeFile(join(directory, NEXT, "migration.sql"), MIGRATION);
  await database.pool.query("INSERT INTO refusals (id, at, record) VALUES ('d1', now(), '{}')");
});
afterEach(async () => {
  await database.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function ask(sql: string): Promise<unknown[]> {
  return (await database.pool.query(sql)).rows;
}

/** Migrates as the next version does at its start. Resolves to what it applied, and to the steps that it told. */
async function migrate(told: string[] = []): Promise<{ readonly applied: string[]; readonly told: string[] }> {
  const applied = await migrateDatabase(server.url, {
    directory,
    version: "0.2.0",
    onProgress: ({ number, of, step }) => void told.push(`${number}/${of} ${step}`),
  });
  return { applied, told };
}

const DONE = { applied: [NEXT], told: ["1/3 index of the new order", "2/3 column", "3/3 rows of before"] };

test("the steps of a next migration run one by one while calls are booked, and once although two nodes start", async () => {
  // Somebody reads on: the step that locks waits, and lets everybody else pass between its attempts.
  const reader = new pg.Client(server.url);
  await reader.connect();
  await reader.query("BEGIN; LOCK TABLE calls IN ACCESS SHARE MODE");
  const [first, second]: [string[], string[]] = [[], []];
  const migrating = Promise.all([migrate(first), migrate(second)]);
  await expect.poll(() => [...first, ...second]).toContain("2/3 column");
  for (let round = 0; round < 5; round++)
    expect(await bookCalls(database, [sampleLiteral(`meanwhile-${round}`)])).toBe(1);
  await reader.query("COMMIT");
  await reader.end();
  const nodes = await migrating;
  expect(nodes.map(({ applied }) => applied).sort()).toEqual([[], [NEXT]]);
  expect(nodes).toContainEqual(DONE);
  expect(await ask("SELECT count(*)::int FROM calls WHERE region IS NULL")).toEqual([{ count: 5 }]);
  expect(await ask("SELECT code FROM refusals")).toEqual([{ code: "old" }]);
  // The node of the version before starts beside the schema of the next one, and books on it.
  expect(await migrateDatabase(server.url, { directory: MIGRATIONS_DIRECTORY, version: "0.1.0" })).toEqual([]);
  expect(await bookCalls(database, [sampleLiteral("after")])).toBe(1);
});

test("a start that was killed between two steps, or in the middle of an index, is continued by the next one", async () => {
  await ask('CREATE UNIQUE INDEX "new_order" ON refusals (at, id); ALTER TABLE calls ADD COLUMN region TEXT');
  await ask("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'new_order'::regclass");
  expect(await migrate()).toEqual(DONE);
  expect(await ask("SELECT FROM pg_index WHERE NOT indisvalid")).toEqual([]);
  expect(await migrate()).toEqual({ applied: [], told: [] });
});
