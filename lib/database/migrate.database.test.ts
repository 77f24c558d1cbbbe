import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrationStatus, schemaDifference } from "@/scripts/migrations/schema-engine";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { MIGRATIONS_DIRECTORY, startTestServer, type TestServer } from "@/testing/database/test-server";
import { migrateDatabase, readMigrations } from "./migrate";

let server: TestServer; // of its own, because a test makes a role
let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  server = await startTestServer();
  database = await startTestDatabase(server.url);
});
afterAll(async () => {
  await database?.stop();
  await server?.stop();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "model-gateway-migrations-"));
  await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name));
  await writeFile(join(directory, name, "migration.sql"), sql);
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(name: string): Promise<string> {
  await query(database.url, `CREATE DATABASE ${name}`);
  return at({ pathname: `/${name}` });
}

function at(changes: Partial<URL>): string {
  return Object.assign(new URL(database.url), changes).href;
}

const repository = (await readMigrations(MIGRATIONS_DIRECTORY)).map(({ name }) => name);
const migrate = (url: string): Promise<string[]> => migrateDatabase(url, { directory });

describe("the repository's migrations", () => {
  test("the repository's migrations produce exactly prisma/schema.prisma", async () => {
    expect(await schemaDifference(await database.createDatabase(), "prisma/schema.prisma")).toBe("");
  });

  test("migrations that have fallen behind prisma/schema.prisma are noticed", async () => {
    const schema = await readFile("prisma/schema.prisma", "utf8");
    await writeFile(join(directory, "schema.prisma"), schema.replace("model Team {", "model Team {\n  color String?"));
    expect(await schemaDifference(database.url, join(directory, "schema.prisma"))).toContain(
      'ALTER TABLE "teams" ADD COLUMN     "color" TEXT',
    );
  });
});

describe("migrating", () => {
  test("migrating applies each missing migration once and records it as Prisma does", async () => {
    const url = await emptyDatabase("fresh");
    expect(await migrate(url)).toEqual(repository);
    expect(await migrate(url)).toEqual([]);
    const [row] = await query(
      url,
      "SELECT *, finished_at >= started_at AS in_order FROM _prisma_migrations ORDER BY migration_name",
    );
    expect(row).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      migration_name: "0001_init",
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      in_order: true,
    });
  });

  test("Prisma's own migrate accepts a database that the gateway has migrated", async () => {
    const url = await database.createDatabase();
    const status = (): ReturnType<typeof migrationStatus> => migrationStatus(url, "prisma/schema.prisma", directory);
    expect(await status()).toEqual({
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
      history: null,
    });
    await addMigration("9999_next", "SELECT 1");
    expect((await status()).history).toEqual({
      diagnostic: "databaseIsBehind",
      unappliedMigrationNames: ["9999_next"],
    });
    await writeFile(join(directory, "0001_init", "migration.sql"), "SELECT 1");
    expect((await status()).editedMigrationNames).toEqual(["0001_init"]);
  });

  test("migrating upgrades an older database and keeps its rows", async () => {
    const url = await database.createDatabase();
    await query(url, "INSERT INTO teams (id, alias) VALUES ('t1', 'Old')");
    await addMigration(
      "9999_color",
      `ALTER TABLE teams ADD COLUMN color TEXT NOT NULL DEFAULT 'blue'; UPDATE teams SET color = 'red';`,
    );
    expect(await migrate(url)).toEqual(["9999_color"]);
    expect(await query(url, "SELECT id, alias, color FROM teams")).toEqual([{ id: "t1", alias: "Old", color: "red" }]);
  });

  test("processes that start together migrate the database once", async () => {
    const url = await emptyDatabase("crowded");
    await addMigration("9999_slow", "SELECT pg_sleep(0.3); CREATE TABLE slow ()");
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
    expect(applied.flat().sort()).toEqual([...repository, "9999_slow"]);
  });

  test("a migration takes as long as it needs, and is applied once, whatever limits and isolation the role has", async () => {
    const url = await emptyDatabase("hurried");
    // Long enough for a busy machine. The migrations tell which limits they have, so none has to take longer.
    const limits = ["statement_timeout", "transaction_timeout"];
    await query(
      url,
      [...limits.map((name) => `${name} = '50s'`), "default_transaction_isolation = 'serializable'"]
        .map((setting) => `ALTER DATABASE hurried SET ${setting};`)
        .join(""),
    );
    const told = `SELECT ${limits.map((name) => `current_setting('${name}') AS ${name}`).join(", ")}`;
    expect(await query(url, told)).toEqual([{ statement_timeout: "50s", transaction_timeout: "50s" }]);
    await addMigration("9999_slow", `CREATE TABLE limits_of_migration AS ${told}`);
    await addMigration("9999_slow_step", "SELECT 1");
    await writeFile(
      join(directory, "9999_slow_step", "prepare.sql"),
      `-- step: Waits\nCREATE TABLE limits_of_step AS ${told};\n`,
    );
    const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(url)));
    expect(applied.flat().sort()).toEqual([...repository, "9999_slow", "9999_slow_step"]);
    for (const table of ["limits_of_migration", "limits_of_step"])
      expect(await query(url, `TABLE ${table}`)).toEqual([{ statement_timeout: "0", transaction_timeout: "0" }]);
  });

  test("a failing migration is rolled back and named, and applied once it is corrected", async () => {
    const url = await database.createDatabase();
    await addMigration("9999_broken", "CREATE TABLE half (); SELECT 1 / 0");
    await expect(migrate(url)).rejects.toMatchObject({
      code: "migration_failed",
      message: 'The migration "9999_broken" failed and was rolled back: division by zero',
    });
    expect(await query(url, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    await writeFile(join(directory, "9999_broken", "migration.sql"), "CREATE TABLE half ()");
    expect(await migrate(url)).toEqual(["9999_broken"]);
  });

  test("migrating waits for another process no longer than its time limit", async () => {
    const url = await database.createDatabase();
    await addMigration("9999_blocked", "CREATE TABLE blocked ()");
    const other = new pg.Client(url);
    await other.connect();
    await other.query("SELECT pg_advisory_lock(72707369)"); // as Prisma's own migrate holds it
    await expect(migrateDatabase(url, { directory, lockTimeoutMs: 100 })).rejects.toMatchObject({ code: "busy" });
    await other.end();
    expect(await migrate(url)).toEqual(["9999_blocked"]);
  });
});

describe("a database that cannot be used", () => {
  test("a database that holds another application's tables is refused and left unchanged", async () => {
    const url = await emptyDatabase("foreign_tables");
    await query(url, "CREATE TABLE orders ()");
    await expect(migrate(url)).rejects.toMatchObject({
      code: "foreign_database",
      message: expect.stringContaining('"orders"'),
    });
    expect(await query(url, "SELECT to_regclass('teams') AS teams, to_regclass('_prisma_migrations') AS rows")).toEqual(
      [{ teams: null, rows: null }],
    );
  });

  test("a database that a newer version has migrated is refused", async () => {
    const url = await database.createDatabase();
    await addMigration("0002_newer", "CREATE TABLE newer ()");
    await migrate(url);
    await rm(join(directory, "0002_newer"), { recursive: true });
    await expect(migrate(url)).rejects.toMatchObject({
      code: "newer_schema",
      message: expect.stringContaining('"0002_newer"'),
    });
  });

  test("an older version goes on beside the schema of a newer one until a mark is above it", async () => {
    const url = await database.createDatabase();
    const older = (): Promise<string[]> => migrateDatabase(url, { directory: MIGRATIONS_DIRECTORY, version: "0.1.4" });
    await addMigration("9001_added", "-- oldest-version: 0.1.4\nCREATE TABLE added ()");
    await migrate(url);
    expect(await older()).toEqual([]);
    await addMigration("9002_taken", "-- oldest-version: 0.2.0\nDROP TABLE added");
    await migrate(url);
    await expect(older()).rejects.toMatchObject({
      code: "newer_schema",
      message:
        'The database was migrated by a newer version of the gateway (migration "9002_taken" needs 0.2.0 or newer): start version 0.2.0 or newer, or restore a backup made before it',
    });
  });

  test("a database is refused if a migration has changed since it was applied", async () => {
    const url = await database.createDatabase();
    await addMigration("9999_edited", "SELECT 1");
    await migrate(url);
    await writeFile(join(directory, "9999_edited", "migration.sql"), "SELECT 2");
    await expect(migrate(url)).rejects.toMatchObject({
      code: "changed_migration",
      message: expect.stringContaining('"9999_edited"'),
    });
  });

  test("a database that was made before the first release is refused in one sentence, and left unchanged", async () => {
    const url = await database.createDatabase();
    // As an earlier commit left it: an 0001_init with another content, and the migrations that followed it.
    await query(
      url,
      `UPDATE _prisma_migrations SET checksum = 'of an earlier commit';
       INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) VALUES ('2', '', now(), '0002_identities', 1)`,
    );
    await addMigration("9999_next", "CREATE TABLE next ()");
    await expect(migrate(url)).rejects.toMatchObject({
      code: "unreleased_schema",
      message:
        'The database was made before the first release of the gateway (its migration "0001_init" is another one), and such databases are not upgraded: use an empty database, or an empty data folder',
    });
    expect(await query(url, "SELECT to_regclass('next') AS next")).toEqual([{ next: null }]);
  });

  test.each([
    [
      "bad_credentials",
      "a wrong password",
      () => at({ password: "hunter2" }),
      'refuses the password of user "gateway"',
    ],
    ["bad_credentials", "an unknown user", () => at({ username: "nobody", password: "hunter2" }), 'user "nobody"'],
    [
      "missing_database",
      "a database that does not exist",
      () => at({ pathname: "/absent", password: new URL(database.url).password }),
      'no database "absent"',
    ],
    [
      "unreachable",
      "a host that does not exist",
      () => "postgresql://u:hunter2@gateway.invalid/d",
      "gateway.invalid:5432",
    ],
    ["unreachable", "a port where nobody listens", () => "postgresql://u:hunter2@127.0.0.1:1/d", "127.0.0.1:1"],
    [
      "invalid_url",
      "a malformed address",
      () => "postgresql://u:hunter2@host:port/d",
      "postgresql://user:password@host:5432/database",
    ],
    [
      "invalid_url",
      "another kind of database",
      () => "mysql://u:hunter2@host/d",
      "postgresql://user:password@host:5432/database",
    ],
  ])("migrating fails with %s for %s, in one line without the password", async (code, _, url, words) => {
    const error: Error & { code?: string } = await migrate(url()).then(
      () => new Error("accepted"),
      (reason) => reason,
    );
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(error.message).not.toMatch(/\n|hunter2/);
    expect(error.message).not.toContain(new URL(database.url).password);
  });

  test("a database whose user may not create tables is refused", async () => {
    const url = await emptyDatabase("guarded");
    await query(url, "CREATE ROLE guest LOGIN PASSWORD 'hunter2'");
    const guest = Object.assign(new URL(url), { username: "guest", password: "hunter2" }).href;
    await expect(migrate(guest)).rejects.toMatchObject({
      code: "insufficient_rights",
      message: expect.stringContaining('user "guest" lacks a right'),
    });
  });

  test("migrating gives up on a server that never answers", async () => {
    const server = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await expect(migrate(`postgresql://u:p@127.0.0.1:${port}/d`)).rejects.toMatchObject({ code: "unreachable" });
    server.close();
  });
});
