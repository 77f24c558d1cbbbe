import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase, readMigrations } from "@/lib/database/migrate";
import { FIRST_VERSION } from "@/lib/database/oldest-version";
import { schemaDifference } from "./schema-engine";

const silent = { info() {}, warn() {}, error() {} };

/**
 * Writes the migration from the existing ones to `prisma/schema.prisma` below `root`, and returns its path; undefined
 * if nothing differs. Works on a temporary database.
 */
export async function writeNextMigration(root: string, name: string): Promise<string | undefined> {
  const directory = join(root, "prisma", "migrations");
  await mkdir(directory, { recursive: true });
  const sql = await differenceToSchema(root, directory);
  if (!sql) return undefined;
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
