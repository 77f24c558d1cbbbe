import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Does work with the parameters that give npm a cache: none where its own may be written, and otherwise those for a
 * temporary folder, for users without a home, as in many containers.
 * @template Result
 * @param {NodeJS.ProcessEnv} environment npm's
 * @param {(parameters: readonly string[]) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withNpmCache(environment, work) {
  if (isWritable(environment.npm_config_cache ?? join(homedir(), ".npm"))) return work([]);
  const folder = mkdtempSync(join(tmpdir(), "npm-cache-"));
  try {
    return await work(["--cache", folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether this user may write to a folder, or make it. */
function isWritable(folder) {
  if (!existsSync(folder)) return dirname(folder) !== folder && isWritable(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
