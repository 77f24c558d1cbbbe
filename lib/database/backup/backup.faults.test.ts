import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { NO_USAGE } from "@/lib/usage";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { databaseUrl, execute, MIGRATIONS_DIRECTORY } from "@/testing/database/test-server";
import { mountSmallDisk } from "@/testing/database/full-disk";
import { sampleIntent } from "@/testing/spend/spend-samples";
import { readMigrations } from "../migrate";
import { ownTables } from "./own-tables";
import { checkBackup } from "./read-backup";
import { restoreBackup, type Restored } from "./restore-backup";
import { planRestore } from "./restore-plan";
import { writeBackup, type WrittenBackup } from "./write-backup";

let server: TestDatabase;
let folder: string;
let whole: string;
beforeAll(async () => {
  server = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "gateway-backup-"));
  await fill(server.url);
  whole = join(folder, "whole.backup");
  await backUp(server.url, whole);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function literalOf(callId: string): string {
  return callLiteral({
    ...sampleIntent(callId),
    status: "success",
    httpStatus: 200,
    durationMs: 1,
    upstreamMs: 1,
    attempts: 1,
    tried: [],
    firstTokenMs: null,
    upstreamRequestId: null,
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage: { ...NO_USAGE, promptTokens: 1 },
  });
}

async function book(url: string, ...callIds: string[]): Promise<number> {
  const database = openDatabase(url);
  try {
    return await bookCalls(database, callIds.map(literalOf));
  } finally {
    await database.close();
  }
}

/**
 * Rows with everything that text can hold, a foreign key, a sequence, a session, and calls and a decision with the sums
 * that are kept of them.
 */
async function fill(url: string): Promise<void> {
  await execute(
    url,
    String.raw`
    INSERT INTO teams (id, alias, models, metadata) VALUES
      ('t1', E'Tab\t, line\n, \\. and \\', '{"a,b", "c\"d"}', '{"é": [1, null]}'), ('t2', '\.', '{}', '{}'), ('t3', NULL, '{}', '{}');
    INSERT INTO users (id) VALUES ('u1');
    INSERT INTO memberships (team_id, user_id, max_budget) VALUES ('t1', 'u1', 12.000000001);
    INSERT INTO keys (id, hash, name, blocked) VALUES ('k1', 'h1', 'sk-...1', true);
    INSERT INTO audit_events (actor, action, entity_type, entity_id) VALUES ('admin', 'team.create', 'team', 't1');
    INSERT INTO models (id, model_name, params, info, sealed, created_by) VALUES ('m1', 'gpt', '{}', '{}', 'v1.00000000.x', 'admin');
    INSERT INTO budget_shares (entity_type, entity_id, budget_duration, window_start, holder, amount, idle, wanted, renewed_at)
      VALUES ('team', 't1', '', now(), 'node', 1, 1, 0, now());
    INSERT INTO console_sessions (id, kind, name, last_seen_at, expires_at, refreshed_at, refresh_token, id_token)
      VALUES ('s1', 'oidc', 'Ada', now(), now() + interval '1 day', now(), 'SEALED-REFRESH', 'SEALED-ID');
    INSERT INTO recorded_identities (fingerprint, identity, last_seen) VALUES ('f1', '{"roles": ["dev"]}', now());
    INSERT INTO recorded_decisions (day, fingerprint, method, route, model, team, outcome, family, count, first_seen, last_seen)
      VALUES (current_date, 'f1', 'POST', '/chat/completions', 'gpt', '', 'allow', 'openai_routes', 3, now(), now())`,
  );
  await book(url, "call-1", "call-2");
}

function backUp(url: string, file: string, options: object = {}): Promise<WrittenBackup> {
  return writeBackup({ database: { url, variable: "DATABASE_URL" }, file, version: "0.1.0", ...options });
}

async function restore(url: string, file: string, replace = false): Promise<Restored> {
  const checked = await checkBackup(file);
  const plan = planRestore(checked.header, await readMigrations(MIGRATIONS_DIRECTORY), "0.1.0");
  return restoreBackup({ database: { url, variable: "DATABASE_URL" }, file, checked, plan, replace });
}

/** A digest of every table's rows, without what a restore changes. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const content: Record<string, string> = {};
  try {
    for (const { name } of await ownTables(client)) {
      const rows = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM ${pg.escapeIdentifier(name)} AS t ORDER BY 1`,
      );
      const kept = rows.rows.map(({ row }) => row).filter((row) => !row.includes("database.restore"));
      if (name !== "console_sessions") content[name] = kept.join("\n");
    }
    return content;
  } finally {
    await client.end();
  }
}

let databases = 0;
/** A database without any table, as an operator creates it. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${databases++}`;
  await execute(server.url, `CREATE DATABASE ${name}`);
  return databaseUrl(server.url, name);
}

test("a backup restores every row into an empty database, exactly", async () => {
  const url = await emptyDatabase();
  const restored = await restore(url, whole);
  expect(await query(url, "SELECT count::int FROM recorded_uses")).toEqual([{ count: 3 }]);
  expect(await contentOf(url)).toEqual(await contentOf(server.url));
  expect(restored).toMatchObject({ migrated: [], facts: { keys: 1, blocked: 1, endedSessions: 1 } });
  expect(restored.facts.sealed).toEqual([{ kind: "model", id: "m1", sealed: "v1.00000000.x" }]);
});

test("a restored ledger passes the audit, and a call that a journal still holds is booked once", async () => {
  const url = await emptyDatabase();
  await restore(url, whole);
  expect(await book(url, "call-2", "call-3")).toBe(1);
  expect(await book(url, "call-2", "call-3")).toBe(0);
  const database = openDatabase(url);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  await database.close();
});

test("a restore ends all console sessions, and no token of them is in the file", async () => {
  expect(gunzipSync(await readFile(whole)).toString()).not.toContain("SEALED-");
  const url = await emptyDatabase();
  await restore(url, whole);
  expect(
    await query(url, "SELECT end_reason, ended_at IS NOT NULL AS ended, refresh_token FROM console_sessions"),
  ).toEqual([{ end_reason: "restored", ended: true, refresh_token: null }]);
});

test("what running processes had set aside is not restored, and numbers go on after the highest", async () => {
  const url = await emptyDatabase();
  await restore(url, whole);
  expect(await query(url, "SELECT count(*)::int FROM budget_shares")).toEqual([{ count: 0 }]);
  const events = await query(url, "SELECT id::int, action FROM audit_events ORDER BY id");
  expect(events).toEqual([
    { id: 1, action: "team.create" },
    { id: 2, action: "database.restore" },
  ]);
});

test("a file restored and backed up again has the same rows", async () => {
  const url = await emptyDatabase();
  await restore(url, whole);
  const again = join(folder, "again.backup");
  await backUp(url, again);
  const third = await emptyDatabase();
  await restore(third, again);
  expect(await contentOf(third)).toEqual(await contentOf(url));
});

test("a database with rows is refused unless everything in it may be replaced", async () => {
  const url = await server.createDatabase();
  await execute(
    url,
    "INSERT INTO teams (id) VALUES ('other'); CREATE TABLE newer (); CREATE TYPE mood AS ENUM ('good')",
  );
  await expect(restore(url, whole)).rejects.toThrow(
    /^The database is not empty \(it has rows in "teams"\): .*--replace/,
  );
  expect(await query(url, "SELECT id FROM teams")).toEqual([{ id: "other" }]);
  await restore(url, whole, true);
  expect(await contentOf(url)).toEqual(await contentOf(server.url));
});

test("a database of another application is refused even with --replace", async () => {
  const url = await emptyDatabase();
  await execute(url, "CREATE TABLE orders (id INT)");
  await expect(restore(url, whole, true)).rejects.toThrow(/tables that are not the gateway's \(for example "orders"\)/);
});

test("a view of the operator on the gateway's tables is named, and nothing changes", async () => {
  const url = await server.createDatabase();
  await execute(url, "INSERT INTO teams (id) VALUES ('other'); CREATE VIEW names AS SELECT id FROM teams");
  await expect(restore(url, whole, true)).rejects.toThrow(/depends on the gateway's tables \(view names/);
  expect(await query(url, "SELECT id FROM teams")).toEqual([{ id: "other" }]);
});

test("a database that a gateway uses is refused", async () => {
  const url = await emptyDatabase();
  const gateway = new pg.Client({ connectionString: url, application_name: "gateway-node blue-7-a1" });
  await gateway.connect();
  await expect(restore(url, whole)).rejects.toThrow(/^A gateway uses the database \(blue-7-a1\): stop every gateway/);
  await gateway.end();
  await restore(url, whole);
});

test("a file whose rows cannot be stored changes nothing", async () => {
  const lines = gunzipSync(await readFile(whole))
    .toString()
    .split("\n")
    .slice(0, -2);
  const broken = lines.map((line) => line.replace(/^u1\t/, "u2\t")).join("\n");
  const end = { tables: 0, rows: 0, sha256: createHash("sha256").update(`${broken}\n`).digest("hex") };
  const { tables, rows } = await checkBackup(whole);
  const file = join(folder, "broken.backup");
  await writeFile(file, gzipSync(`${broken}\n${JSON.stringify({ end: { ...end, tables, rows } })}\n`));
  const url = await emptyDatabase();
  await expect(restore(url, file)).rejects.toThrow(/memberships_user_id_fkey/);
  expect(await query(url, "SELECT relname FROM pg_class WHERE relname = 'teams'")).toEqual([]);
});

test.each<[string, (content: Buffer) => Buffer, RegExp]>([
  ["was cut off", (content) => content.subarray(0, content.length - 20), /cut off/],
  ["is not a backup", () => Buffer.from("PGDMP"), /not a backup/],
])("a file that %s is refused before anything is written", async (name, change, message) => {
  const file = join(folder, `${name}.backup`);
  await writeFile(file, change(await readFile(whole)));
  await expect(checkBackup(file)).rejects.toThrow(message);
});

test("a backup is one moment, though calls are booked while it is written", async () => {
  const url = await server.createDatabase();
  await book(url, "before");
  const file = join(folder, "busy.backup");
  const bookings: Promise<number>[] = [];
  await backUp(url, file, { onProgress: () => bookings.push(book(url, `during-${bookings.length}`)) });
  await Promise.all(bookings);
  expect(bookings.length).toBeGreaterThan(5);
  const restored = await emptyDatabase();
  await restore(restored, file);
  const database = openDatabase(restored);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  await database.close();
  expect(await query(restored, "SELECT call_id FROM calls")).toEqual([{ call_id: "before" }]);
});

test("a backup is readable by its owner only, and has the encryption key only if it is asked for", async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
  expect((await checkBackup(whole)).encryptionKey).toBeUndefined();
  const file = join(folder, "secret.backup");
  await backUp(server.url, file, { encryptionKey: "a-key-of-thirty-two-characters-or-more" });
  expect((await checkBackup(file)).encryptionKey).toBe("a-key-of-thirty-two-characters-or-more");
});

test("a backup that is ended leaves no file", async () => {
  const stopping = new AbortController();
  const options = { signal: stopping.signal, onProgress: () => stopping.abort() };
  const file = join(folder, "ended.backup");
  await expect(backUp(server.url, file, options)).rejects.toMatchObject({ name: "AbortError" });
  expect((await readdir(folder)).filter((name) => name.startsWith("ended"))).toEqual([]);
});

test("a disk that fills leaves no file, and an older backup stays whole", async ({ skip }) => {
  const disk = mountSmallDisk(256);
  if (typeof disk === "string") return skip(disk);
  try {
    const file = join(disk.directory, "full.backup");
    await writeFile(file, "older");
    disk.fill(1);
    await expect(backUp(server.url, file)).rejects.toThrow(/^The backup cannot be written to .*the disk is full/);
    expect((await readdir(disk.directory)).sort()).toEqual(["filler", "full.backup"]);
    expect(await readFile(file, "utf8")).toBe("older");
  } finally {
    disk.unmount();
  }
});

test("a database that no gateway has used has nothing to back up", async () => {
  await expect(backUp(await emptyDatabase(), join(folder, "none.backup"))).rejects.toThrow(
    "No gateway has used this database yet: there is nothing to back up",
  );
});

test("a database that cannot be reached is reported in one line without the password", async () => {
  await expect(backUp("postgresql://u:hunter2@127.0.0.1:1/d", join(folder, "x"))).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1 cannot be used \(.*ECONNREFUSED.*\): check that it runs and that DATABASE_URL is right$/,
  );
});
