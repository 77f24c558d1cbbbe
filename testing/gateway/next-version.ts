import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that `startGateway` can run in, as `root`. */
export interface VersionFolder {
  readonly root: string;
  remove(): void;
}

/**
 * Another version of the gateway: this build under another version number, with one migration more. It has no console.
 * `sql` is what its migration does, and `oldestVersion` the mark that it carries.
 */
export function makeVersion(
  version: string,
  { sql, oldestVersion }: { readonly sql: string; readonly oldestVersion: string },
): VersionFolder {
  const here = process.cwd();
  const root = mkdtempSync(join(tmpdir(), "version-"));
  const manifest: object = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  writeFileSync(join(root, "package.json"), JSON.stringify({ ...manifest, version }));
  mkdirSync(join(root, "dist"));
  for (const name of ["server.mjs", "server.cjs", "server.cjs.map"])
    cpSync(join(here, "dist", name), join(root, "dist", name));
  symlinkSync(join(here, "node_modules"), join(root, "node_modules"));
  cpSync(join(here, "prisma"), join(root, "prisma"), { recursive: true });
  const migration = join(root, "prisma/migrations", `9999_of_version_${version.replaceAll(".", "_")}`);
  mkdirSync(migration);
  writeFileSync(join(migration, "migration.sql"), `-- oldest-version: ${oldestVersion}\n${sql}\n`);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
