import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { openDataFolder } from "@/lib/database/data-folder";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase, readMigrations } from "@/lib/database/migrate";
import { findPostgresBinaries } from "@/lib/database/postgres-binaries";
import { openBoundedPool } from "@/lib/store/bounded-pool";
import { hoursAhead, makeDailyPartitions, makeHourlyPartitions } from "@/lib/store/spend/figure-partitions";
import { DAY_MS, startOfDay } from "@/lib/time/period";
import { lastingFolder, ownFolder, removeAbandoned } from "./quick-folder";

/** A PostgreSQL server for tests. It holds a migrated template database. */
export interface TestServer {
  /** A migrated database with no rows. */
  readonly url: string;
  /** Stops the server. The returned function starts it again on another port and resolves to that port. */
  halt(): Promise<() => Promise<number>>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** The repository's migrations: npm, Vitest and Playwright run in its root. */
export const MIGRATIONS_DIRECTORY = join(process.cwd(), "prisma", "migrations");
/** The migrated database that test databases are copied from. */
export const TEMPLATE = "migrated_template";

const silent = { info() {}, warn() {}, error() {} };
/** Settings of a server for tests. */
export const SETTINGS = {
  // Nothing in a test database outlives the test.
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // All test processes of a run share one server.
  max_connections: "400",
  shared_buffers: "128MB",
};

/**
 * Starts a server on a copy of a migrated cluster. The first call on a machine makes that cluster, in some two
 * seconds. Tests share the server of their run (`run-server.ts`), except those that stop, kill or reconfigure it.
 */
export async function startTestServer(): Promise<TestServer> {
  await removeAbandoned();
  const template = await templateCluster();
  const folder = openDataFolder(ownFolder());
  await copyCluster(template, folder.directory);
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ directory: folder.directory, log: silent, settings: SETTINGS });
  let server = await start();
  return {
    url: server.url,
    async halt() {
      await server.stop();
      return async () => {
        server = await start();
        return Number(new URL(server.url).port);
      };
    },
    async stop() {
      await server.stop();
      folder.release();
      await rm(folder.directory, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** What makes the partitions of the template: the sources of `makeAhead`. */
const PARTITION_SOURCES = ["spend/figure-kinds.ts", "spend/figure-partitions.ts", "partitions/partitions.ts"];

/**
 * The folder of a cluster with today's migrations and this month's partitions. It is kept between runs under a hash of
 * its ingredients.
 */
export async function templateCluster(): Promise<string> {
  const { postgres } = await findPostgresBinaries();
  const now = Date.now();
  const ingredients = [
    "5", // counts the changes of what is made of the others
    process.getuid?.(),
    postgres,
    (await stat(postgres)).mtimeMs,
    ...(await readMigrations(MIGRATIONS_DIRECTORY)).map(({ checksum }) => checksum),
    ...(await Promise.all(PARTITION_SOURCES.map((path) => readFile(join(process.cwd(), "lib/store", path), "utf8")))),
    ...hoursAhead(now),
  ];
  const key = createHash("sha256").update(ingredients.join("\n")).digest("hex").slice(0, 16);
  const kept = join(lastingFolder(), `model-gateway-template-${key}`);
  if (await stat(kept).catch(() => undefined)) return kept;
  const folder = openDataFolder(ownFolder(lastingFolder()));
  try {
    const server = await startEmbeddedPostgres({ directory: folder.directory, log: silent, settings: SETTINGS });
    await fillTemplate(server, now);
    await askPlainly(join(folder.directory, "postgres", "pg_hba.conf"));
    await rename(folder.directory, kept).catch(() => {}); // Another test process was first.
  } finally {
    folder.release();
    await rm(folder.directory, { recursive: true, force: true });
  }
  return kept;
}

async function fillTemplate(server: EmbeddedPostgres, now: number): Promise<void> {
  try {
    await migrateDatabase(server.url, { directory: MIGRATIONS_DIRECTORY });
    await execute(server.url, quickLogin(server.url));
    await execute(databaseUrl(server.url, "template1"), `CREATE DATABASE ${TEMPLATE} TEMPLATE gateway`);
    await makeAhead(databaseUrl(server.url, TEMPLATE), now);
    // The first connection stores what every connection must know of the catalogue. Copies of the template keep it.
    await execute(databaseUrl(server.url, TEMPLATE), "SELECT");
  } finally {
    await server.stop();
  }
}

/**
 * Makes the partitions that each gateway would otherwise make a second after its start: thirty tables in 70 ms, which
 * was a fifth of what statements took the server in a run.
 */
async function makeAhead(url: string, now: number): Promise<void> {
  const pool = openBoundedPool(url);
  try {
    await makeHourlyPartitions({ pool }, hoursAhead(now));
    await makeDailyPartitions({ pool }, [startOfDay(now) / DAY_MS]);
  } finally {
    await pool.end();
  }
}

/**
 * Lets the server ask for the password itself, which it checks as before: SCRAM takes a client more processor time than
 * the rest of a connection, and the tests of embedded servers log in by it.
 */
async function askPlainly(path: string): Promise<void> {
  await writeFile(path, (await readFile(path, "utf8")).replaceAll("scram-sha-256", "password"));
}

/**
 * SQL that stores the role's password again, so that logging in takes one round of hashing instead of 4,096. They cost
 * each of a run's thousands of connections more than the rest of its opening.
 */
function quickLogin(url: string): string {
  const { username, password } = new URL(url);
  return `SET scram_iterations = 1; ALTER ROLE ${username} PASSWORD '${password}'`;
}

/** Copies the files of a server that is stopped, with its password. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await copyFile(join(from, "postgres.password"), join(to, "postgres.password"));
  await promisify(execFile)("cp", ["-a", join(from, "postgres"), join(to, "postgres")]); // keeps owner and modes
}
