import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { databaseClient } from "./database-client";
import { DatabaseSetupError } from "./database-setup-error";
import { explainDatabaseError } from "./explain-database-error";
import { type AppliedMigration, type DatabaseState, type Migration, nextMigration } from "./migration-history";
import { stepsOf } from "./migration-steps";
import { oldestVersionOf } from "./oldest-version";
import { withoutLimits } from "./time-limits";
import { aloneInPreparation, type PreparationProgress, prepareMigration, untilUnlocked } from "./prepare-migration";

export interface MigrateOptions {
  /** Absolute path of the migrations' folder, in Prisma's layout: one folder for each migration. */
  readonly directory: string;
  /** The variable that the address comes from, for messages. Default: DATABASE_URL. */
  readonly variable?: string;
  /** The version of this gateway. Without it, a database that a newer version has migrated is always refused. */
  readonly version?: string;
  /** How long to wait for another process that migrates or uses a table, in milliseconds. Default: one minute. */
  readonly lockTimeoutMs?: number;
  /** Called before each step that may take long. */
  readonly onProgress?: ((progress: PreparationProgress) => void) | undefined;
}

/** The lock key of Prisma's own migrate, so that Prisma's command line and this runner exclude each other. */
const ADVISORY_LOCK = 72_707_369;
const CONNECT_LIMIT_MS = 5_000;
const MIGRATION_LIMIT_MS = 24 * 3_600_000;

const MIGRATIONS_TABLE = `
  CREATE TABLE _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/**
 * Brings a database to this version's schema and returns the names of the migrations that it applied. Each migration is
 * one transaction together with its row in Prisma's table, so a crash leaves no part of it behind. Any number of
 * processes may run this at once.
 * @throws DatabaseSetupError with one line for the operator
 */
export async function migrateDatabase(url: string, options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.directory);
  const lockTimeoutMs = options.lockTimeoutMs ?? 60_000;
  const variable = options.variable ?? "DATABASE_URL";
  const client = databaseClient(url, variable, {
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: lockTimeoutMs + 10_000,
    keepAlive: true,
    application_name: "model-gateway migrate",
  });
  try {
    await client.connect();
    const applied: string[] = [];
    for (;;) {
      // In a database that this run has created, no step takes long.
      const isNew = applied.length > 0 && applied[0] === migrations[0]?.name;
      const onProgress = isNew ? undefined : options.onProgress;
      const name = await migrateOnce(client, migrations, { ...options, onProgress, lockTimeoutMs });
      if (name === undefined) return applied;
      applied.push(name);
    }
  } catch (error) {
    throw explainDatabaseError(error, client, variable);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Reads the migrations in a folder, in the order of their names. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name, "migration.sql"), "utf8");
      const preparation = await readFile(join(directory, name, "prepare.sql"), "utf8").catch(ifMissing);
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex"), steps: stepsOf(preparation) };
    }),
  );
}

/**
 * Applies the next migration and returns its name; undefined if there is none. The transaction releases the lock. A
 * migration with steps locks tables in which calls are booked. Its SQL waits only briefly for such a lock, and this
 * repeats it until `lockTimeoutMs` has passed.
 */
async function migrateOnce(
  client: pg.Client,
  migrations: readonly Migration[],
  options: MigrateOptions & { readonly lockTimeoutMs: number },
): Promise<string | undefined> {
  const { lockTimeoutMs, version, onProgress = () => {} } = options;
  const first = await attempt(undefined);
  if (typeof first !== "object") return first;
  return aloneInPreparation(client, async () => {
    const next = await attempt(undefined); // while this process waited, another one may have done it
    if (typeof next !== "object") return next;
    await prepareMigration(client, next, { lockTimeoutMs, onProgress });
    const name = await untilUnlocked(lockTimeoutMs, () => attempt(next));
    return typeof name === "object" ? migrateOnce(client, migrations, options) : name;
  });

  /** Applies the next migration and returns its name. Returns the migration itself if its steps have to run first. */
  async function attempt(prepared: Migration | undefined): Promise<string | Migration | undefined> {
    try {
      await client.query(
        `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${Math.ceil(lockTimeoutMs)}; ${withoutLimits("transaction")}; SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`,
      );
      const state = await readState(client);
      const migration = nextMigration(migrations, state, version);
      if (migration && migration.steps.length > 0 && migration.name !== prepared?.name) {
        await client.query("ROLLBACK");
        return migration;
      }
      if (migration) {
        if (!state.applied) await client.query(MIGRATIONS_TABLE);
        await apply(client, migration);
        await keepMarks(client, migrations);
      }
      await client.query("COMMIT");
      return migration?.name;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const startedAt = new Date();
  const statement: pg.QueryConfig & { query_timeout: number } = { text: sql, query_timeout: MIGRATION_LIMIT_MS };
  try {
    await client.query(statement);
  } catch (error) {
    // Missing rights and taken locks are explained, or tried again, by the caller.
    if (!(error instanceof pg.DatabaseError) || error.code === "42501" || error.code === "55P03") throw error;
    throw new DatabaseSetupError(
      "migration_failed",
      `The migration "${name}" failed and was rolled back: ${error.message}`,
      { cause: error },
    );
  }
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES ($1, $2, clock_timestamp(), $3, $4, 1)`,
    [randomUUID(), checksum, name, startedAt],
  );
}

function ifMissing(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
  throw error;
}

/**
 * Applies migrations as part of `client`'s transaction. `isFirst`: the schema is empty, and not an older one. @throws
 * DatabaseSetupError, or the database's error
 */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  { isFirst }: { readonly isFirst: boolean },
): Promise<void> {
  if (isFirst) await client.query(MIGRATIONS_TABLE);
  for (const migration of migrations) await apply(client, migration);
  await keepMarks(client, migrations);
}

/** Waits until no other process migrates. The transaction releases the lock. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
}

/** Stores the mark of every applied migration, for older versions that do not have its file. */
async function keepMarks(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass('schema_marks') IS NOT NULL AS exists");
  if (!rows[0]?.exists) return;
  await client.query(
    `INSERT INTO schema_marks (migration, oldest_version)
     SELECT name, oldest_version FROM unnest($1::text[], $2::text[]) AS known (name, oldest_version)
     JOIN _prisma_migrations ON migration_name = name
     ON CONFLICT (migration) DO UPDATE SET oldest_version = excluded.oldest_version`,
    [migrations.map(({ name }) => name), migrations.map(({ sql }) => oldestVersionOf(sql))],
  );
}

/** The tables and migrations of the database, as `nextMigration` judges them. @throws the database's error */
export async function readState(client: pg.Client): Promise<DatabaseState> {
  const tables = await client.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY c.relname",
  );
  const names = tables.rows.map(({ name }) => name);
  const otherTable = names.find((name) => name !== "_prisma_migrations");
  if (!names.includes("_prisma_migrations")) return { applied: undefined, otherTable };
  const mark = names.includes("schema_marks")
    ? "(SELECT oldest_version FROM schema_marks WHERE migration = migration_name)"
    : "NULL";
  const applied = await client.query<Omit<AppliedMigration, "oldestVersion"> & { oldest_version: string | null }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, ${mark} AS oldest_version
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  const rows = applied.rows.map(({ oldest_version, ...row }) => ({
    ...row,
    oldestVersion: oldest_version ?? undefined,
  }));
  return { applied: rows, otherTable };
}
