import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Outside the repository, so that all clones share one download. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "model-gateway");

/**
 * The folder of a program that tests fetch once for each machine. It is made under another name and then renamed, so
 * that an interrupted run leaves nothing that looks complete.
 * @param {string} name with the version, such as `node-26`
 * @param {string} from for the terminal, such as "PyPI"
 * @param {(folder: string) => void} fetch fills an empty folder
 * @returns {string} the folder's path
 */
export function cachedFolder(name, from, fetch) {
  const folder = cachedPath(name);
  if (existsSync(folder)) return folder;
  process.stderr.write(`Fetching ${name} from ${from}…\n`);
  mkdirSync(cache, { recursive: true });
  const beside = mkdtempSync(join(cache, "fetching-"));
  try {
    fetch(beside);
    if (!existsSync(folder)) renameSync(beside, folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return folder;
}

/**
 * The path of such a folder, whether or not it exists.
 * @param {string} name
 */
export function cachedPath(name) {
  return join(cache, name);
}

/**
 * Runs a command to its end and returns its output.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 * @throws {Error} with its output when it fails
 */
export function runToEnd(command, parameters, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, {
    maxBuffer: 2 ** 26,
    ...options,
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  const output = `${error ?? ""}${stdout ?? ""}${stderr ?? ""}`.slice(-6_000);
  throw new Error(`${command} ${parameters.join(" ")} failed:\n${output}`.trimEnd());
}
