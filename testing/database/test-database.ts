import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { openDataFolder } from "@/lib/database/data-folder";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase, readMigrations } from "@/lib/database/migrate";
import { findPostgresBinaries } from "@/lib/database/postgres-binaries";
import { endPostmaster, findPostmaster } from "@/lib/database/postmaster";

/** A real PostgreSQL for the tests of one file. */
export interface TestDatabase {
  /** A migrated database with no rows. */
  readonly url: string;
  /** Another migrated database with no rows, in some tens of milliseconds. */
  createDatabase(): Promise<string>;
  /** Stops the server, and answers how to start it again: on another port, which it resolves to. */
  halt(): Promise<() => Promise<number>>;
  stop(): Promise<void>;
}

/** Where the repository's migrations are. */
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));

const TEMPLATE = "migrated_template";
const FOLDER = "model-gateway-test-";
const silent = { info() {}, warn() {}, error() {} };
/** Nothing in a test database outlives the test. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "32MB" };

/**
 * Starts a server of its own for the calling test file: call it in `beforeAll`, and `stop` in `afterAll`. The first
 * call on a machine makes a migrated cluster (some two seconds); later ones start a copy of it.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  await removeAbandoned();
  const template = await templateCluster();
  const folder = openDataFolder(join(tmpdir(), `${FOLDER}${process.pid}-${randomBytes(4).toString("hex")}`));
  await copyCluster(template, folder.directory);
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ directory: folder.directory, log: silent, settings: SETTINGS });
  let server = await start();
  let databases = 0;
  return {
    url: server.url,
    async createDatabase() {
      const name = `test_${++databases}`;
      await execute(server.url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
      return databaseUrl(server.url, name);
    },
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

/** The folder of a cluster with today's migrations, kept between runs under a name made of what went into it. */
async function templateCluster(): Promise<string> {
  const { postgres } = await findPostgresBinaries();
  const ingredients = [
    process.getuid?.(),
    postgres,
    (await stat(postgres)).mtimeMs,
    ...(await readMigrations(MIGRATIONS_DIRECTORY)).map(({ checksum }) => checksum),
  ];
  const key = createHash("sha256").update(ingredients.join("\n")).digest("hex").slice(0, 16);
  const kept = join(tmpdir(), `model-gateway-template-${key}`);
  if (await stat(kept).catch(() => undefined)) return kept;
  const folder = openDataFolder(join(tmpdir(), `${FOLDER}${process.pid}-${randomBytes(4).toString("hex")}`));
  try {
    const server = await startEmbeddedPostgres({ directory: folder.directory, log: silent, settings: SETTINGS });
    await fillTemplate(server);
    await rename(folder.directory, kept).catch(() => {}); // another test file was first
  } finally {
    folder.release();
    await rm(folder.directory, { recursive: true, force: true });
  }
  return kept;
}

async function fillTemplate(server: EmbeddedPostgres): Promise<void> {
  try {
    await migrateDatabase(server.url, { directory: MIGRATIONS_DIRECTORY });
    await execute(databaseUrl(server.url, "template1"), `CREATE DATABASE ${TEMPLATE} TEMPLATE gateway`);
  } finally {
    await server.stop();
  }
}

async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await copyFile(join(from, "postgres.password"), join(to, "postgres.password"));
  await promisify(execFile)("cp", ["-a", join(from, "postgres"), join(to, "postgres")]); // keeps owner and modes
}

/** Servers and folders of test processes that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split("-")[0]) : undefined;
    if (pid === undefined || isAlive(pid)) continue;
    const directory = join(tmpdir(), name);
    const orphan = await findPostmaster(join(directory, "postgres"));
    if (orphan) await endPostmaster(orphan.pid, join(directory, "postgres"), 1_000);
    await rm(directory, { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
