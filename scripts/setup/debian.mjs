import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The path of the first of these programs that is installed. Debian's servers are in /usr/sbin, which is not on every
 * account's PATH.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function findProgram(names) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** How long another apt-get of the machine may hold a lock, and how often it is tried again, in milliseconds. */
const [LOCKED, PAUSE] = [300_000, 1_000];

/**
 * Installs packages, as root on Debian. Elsewhere it does nothing.
 * @param {readonly string[]} packages
 * @param {readonly string[]} [answers] to questions of the packages, in the form of debconf-set-selections
 * @throws {Error} with the output of the command that failed
 */
export function installFromDebian(packages, answers = []) {
  if (process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) return;
  process.stderr.write(`Installing ${packages.join(", ")} from Debian…\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (command, input) => {
    const [program, ...parameters] = command;
    const end = performance.now() + LOCKED;
    while (true) {
      const { status, stdout, stderr } = spawnSync(program, parameters, { env: environment, encoding: "utf8", input });
      if (status === 0) return;
      if (!stderr.includes("Could not get lock") || performance.now() > end)
        throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`.trimEnd());
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  };
  if (answers.length > 0) run(["debconf-set-selections"], `${answers.join("\n")}\n`);
  run(["apt-get", "update", "-q"]);
  run(["apt-get", "install", "-y", "-q", "--no-install-recommends", ...packages]);
}

/**
 * Finds programs whose packages have their names or, as root on Debian, installs them.
 * @param {readonly string[]} names
 * @throws {Error} with the command that installs them
 */
export function requirePrograms(names) {
  const missing = () => names.filter((name) => !findProgram([name]));
  try {
    if (missing().length > 0) installFromDebian(missing());
  } catch (error) {
    // apt-get also fails if another package of the machine is broken.
    if (missing().length > 0) throw error;
  }
  if (missing().length > 0)
    throw new Error(`These tests need ${missing().join(" and ")} (Debian: apt-get install ${missing().join(" ")}).`);
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
