import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase, readMigrations } from "@/lib/database/migrate";
import { FIRST_VERSION } from "@/lib/database/oldest-version";
import { schemaDifference } from "./schema-engine";

const silent = { info() {}, warn() {}, error() {} };

/** The only migration until the first release. Its content may change until then. */
const FIRST = "0001_init";

/**
 * Writes the migration from the existing ones to `prisma/schema.prisma` below `root`, and returns its path; undefined
 * if nothing differs. `init`: extends the first migration, which is possible until the first release. Works on a
 * temporary database. @throws Error if the first migration is released
 */
export async function writeNextMigration(root: string, name: string): Promise<string | undefined> {
  const directory = join(root, "prisma", "migrations");
  await mkdir(directory, { recursive: true });
  const sql = await differenceToSchema(root, directory);
  if (!sql) return undefined;
  if (name === "init") {
    if (/^## \[\d/m.test(await readFile(join(root, "CHANGELOG.md"), "utf8")))
      throw new Error(`${FIRST} is released and never changes: choose another name`);
    await appendFile(join(directory, FIRST, "migration.sql"), `\n${sql}`);
    return join(directory, FIRST, "migration.sql");
  }
  const number = String((await readMigrations(directory)).length + 1).padStart(4, "0");
  const folder = join(directory, `${number}_${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`);
  await mkdir(folder);
  // A migration usually only adds, so every version may run on it. If this one does not, raise the mark.
  await writeFile(join(folder, "migration.sql"), `-- oldest-version: ${FIRST_VERSION}\n${sql}`);
  await writeFile(
    join(directory, "migration_lock.toml"),
    '# Prisma reads this file: which database the migrations are for.\nprovider = "postgresql"\n',
  );
  return join(folder, "migration.sql");
}

async function differenceToSchema(root: string, directory: string): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), "model-gateway-migration-"));
  const folder = openDataFolder(join(temporary, "data"));
  try {
    const server = await startEmbeddedPostgres({ directory: folder.directory, log: silent });
    try {
      await migrateDatabase(server.url, { directory });
      return await schemaDifference(server.url, join(root, "prisma", "schema.prisma"));
    } finally {
      await server.stop();
    }
  } finally {
    folder.release();
    await rm(temporary, { recursive: true, force: true });
  }
}
