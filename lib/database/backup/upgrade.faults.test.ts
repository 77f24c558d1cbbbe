import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { databaseUrl, execute, MIGRATIONS_DIRECTORY } from "@/testing/database/test-server";
import { migrateDatabase, readMigrations } from "../migrate";
import { checkBackup } from "./read-backup";
import { restoreBackup } from "./restore-backup";
import { planRestore } from "./restore-plan";
import { writeBackup } from "./write-backup";

/** The last migration of the first version of the gateway. */
const FIRST_VERSIONS_LAST = "0012_call_rows";

let server: TestDatabase;
let folder: string;
beforeAll(async () => {
  server = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "gateway-upgrade-"));
  for (const name of await readdir(MIGRATIONS_DIRECTORY))
    if (name <= FIRST_VERSIONS_LAST)
      await cp(join(MIGRATIONS_DIRECTORY, name), join(folder, "first", name), { recursive: true });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(name: string): Promise<string> {
  await execute(server.url, `CREATE DATABASE ${name}_${process.pid}`);
  return databaseUrl(server.url, `${name}_${process.pid}`);
}

/** A database as the first version left it. */
async function firstVersion(name: string): Promise<string> {
  const url = await emptyDatabase(name);
  await migrateDatabase(url, { directory: join(folder, "first") });
  await execute(url, await readFile("testing/database/first-version.sql", "utf8"));
  return url;
}

/** The rows of the fixture, read as this version reads them, and whether every total is the sum of its calls. */
async function expectEverything(url: string): Promise<void> {
  const database = openDatabase(url);
  try {
    const { prisma } = database;
    expect(await prisma.team.findMany({ orderBy: { id: "asc" } })).toMatchObject([
      { id: "t1", alias: "Search", organizationId: "o1", models: ["gpt-4o", "claude/*"], blocked: false },
      { id: "t2", blocked: true },
    ]);
    const key = await prisma.key.findUniqueOrThrow({ where: { id: "k1" }, include: { retiredSecrets: true } });
    expect(key).toMatchObject({ alias: "ci", metadata: { cost: [1, null] }, retiredSecrets: [{ name: "sk-...old" }] });
    expect(await prisma.membership.findMany()).toMatchObject([{ teamId: "t1", userId: "u1", role: "admin" }]);
    const calls = await prisma.call.findMany({ orderBy: { callId: "asc" } });
    expect(calls.map(({ callId, spend, tags }) => [callId, spend.toFixed(9), tags])).toEqual([
      ["c1", "0.000075001", ["nightly", 'b,{}"c']],
      ["c2", "0.000000000", []],
    ]);
    expect(await findSpendDiscrepancies(database)).toEqual([]);
  } finally {
    await database.close();
  }
}

test("the database of the first version is upgraded with everything in it", async () => {
  const url = await firstVersion("upgraded");
  const applied = await migrateDatabase(url, { directory: MIGRATIONS_DIRECTORY });
  expect(applied.every((name) => name > FIRST_VERSIONS_LAST)).toBe(true);
  await expectEverything(url);
  const client = new pg.Client(url);
  await client.connect();
  const marks = await client.query("SELECT count(*)::int FROM schema_marks");
  await client.end();
  expect(marks.rows).toEqual([{ count: (await readMigrations(MIGRATIONS_DIRECTORY)).length }]);
});

test("a back-up of the first version's database is restored and migrated", async () => {
  const database = { url: await firstVersion("old"), variable: "DATABASE_URL" };
  const file = join(folder, "old.backup");
  await writeBackup({ database, file, version: "0.1.0" });
  const checked = await checkBackup(file);
  expect(checked.header.migrations.at(-1)?.name).toBe(FIRST_VERSIONS_LAST);
  const known = await readMigrations(MIGRATIONS_DIRECTORY);
  const url = await emptyDatabase("restored");
  const plan = planRestore(checked.header, known, "0.1.0");
  const target = { url, variable: "DATABASE_URL" };
  const restored = await restoreBackup({ database: target, file, checked, plan, replace: false });
  expect(restored.migrated).toEqual(known.map(({ name }) => name).filter((name) => name > FIRST_VERSIONS_LAST));
  await expectEverything(url);
  expect(await migrateDatabase(url, { directory: MIGRATIONS_DIRECTORY })).toEqual([]);
});
