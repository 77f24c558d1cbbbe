import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { DatabaseSetupError } from "./database-setup-error";
import { explainDatabaseError } from "./explain-database-error";
import { type AppliedMigration, type DatabaseState, type Migration, nextMigration } from "./migration-history";

export interface MigrateOptions {
  /** Absolute path of the migrations' folder, in Prisma's layout: one folder for each migration. */
  readonly directory: string;
  /** The variable that the address comes from, for messages. Default: DATABASE_URL. */
  readonly variable?: string;
  /** How long to wait for another process that migrates or uses a table, in milliseconds. Default: one minute. */
  readonly lockTimeoutMs?: number;
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
  const client = createClient(url, lockTimeoutMs, variable);
  try {
    await client.connect();
    const applied: string[] = [];
    for (;;) {
      const name = await migrateOnce(client, migrations, lockTimeoutMs);
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
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

function createClient(url: string, lockTimeoutMs: number, variable: string): pg.Client {
  try {
    if (!/^postgres(ql)?:\/\//.test(url)) throw new TypeError("another scheme");
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: lockTimeoutMs + 10_000,
      keepAlive: true,
      application_name: "model-gateway migrate",
    });
    client.on("error", () => {}); // if the connection is lost, the waiting statement fails
    return client;
  } catch {
    // Without the cause, which would show the URL and its password.
    throw new DatabaseSetupError(
      "invalid_url",
      `${variable} is not a PostgreSQL address: it should look like postgresql://user:password@host:5432/database`,
    );
  }
}

/** Applies the next migration and returns its name; undefined if there is none. The transaction releases the lock. */
async function migrateOnce(
  client: pg.Client,
  migrations: readonly Migration[],
  lockTimeoutMs: number,
): Promise<string | undefined> {
  await client.query(
    `BEGIN; SET LOCAL lock_timeout = ${Math.ceil(lockTimeoutMs)}; SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`,
  );
  const state = await readState(client);
  const migration = nextMigration(migrations, state);
  if (migration) {
    if (!state.applied) await client.query(MIGRATIONS_TABLE);
    await apply(client, migration);
  }
  await client.query("COMMIT");
  return migration?.name;
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const startedAt = new Date();
  const statement: pg.QueryConfig & { query_timeout: number } = { text: sql, query_timeout: MIGRATION_LIMIT_MS };
  try {
    await client.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code === "42501") throw error;
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

async function readState(client: pg.Client): Promise<DatabaseState> {
  const tables = await client.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY c.relname",
  );
  const names = tables.rows.map(({ name }) => name);
  const otherTable = names.find((name) => name !== "_prisma_migrations");
  if (!names.includes("_prisma_migrations")) return { applied: undefined, otherTable };
  const applied = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return { applied: applied.rows, otherTable };
}
