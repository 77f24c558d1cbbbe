import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder, cachedPath, runToEnd } from "./foreign-cache.mjs";

const VERSION = "3.4.0";
/** The version of Python's chdb that contains ClickHouse 24.8, one of the oldest versions that the gateway supports. */
const OLD_VERSION = "3.0.1";
const OLD_NAME = `chdb-python-${OLD_VERSION}`;
const oldPython = () => join(cachedPath(OLD_NAME), "bin", "python3");

/**
 * What this machine lacks for ClickHouse's engine as a library, as a sentence; undefined: nothing.
 * @returns {string | undefined}
 */
export function whyNoChdb() {
  const isBuilt = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);
  if (!isBuilt) return `These tests need chdb ${VERSION}, which is built for Linux with glibc alone.`;
  return spawnSync("npm", ["--version"]).status === 0 ? undefined : "These tests need npm, which brings chdb.";
}

/**
 * The folder from which Node.js loads the module chdb, a current ClickHouse inside the process. The first call fetches
 * half a gigabyte from npm, which is why chdb is not a dependency.
 * @throws {Error} with the output of npm when it fails
 */
export function requireChdb() {
  const folder = cachedFolder(`chdb-${VERSION}`, "npm", (empty) => {
    writeFileSync(join(empty, "package.json"), '{ "private": true }\n');
    runToEnd("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", `chdb@${VERSION}`], { cwd: empty });
  });
  if (!existsSync(join(folder, "node_modules", "chdb"))) throw new Error(`${folder} has no chdb: remove it.`);
  return folder;
}

/**
 * What this machine lacks for the engine of `requireOldChdb`, as a sentence; undefined: nothing.
 * @returns {string | undefined}
 */
export function whyNoOldChdb() {
  const isBuilt = process.platform === "linux" && process.arch === "x64";
  if (!isBuilt) return `These tests need chdb ${OLD_VERSION} of Python, which is fetched for Linux on x64 alone.`;
  if (existsSync(oldPython()) || spawnSync("python3", ["-m", "venv", "--help"]).status === 0) return undefined;
  return `These tests need python3 for chdb ${OLD_VERSION} (Debian: apt-get install python3-venv).`;
}

/**
 * A Python that has chdb with ClickHouse 24.8. The first call fetches it from PyPI, 140 MB.
 * @throws {Error} with the output of pip when it fails
 */
export function requireOldChdb() {
  cachedFolder(OLD_NAME, "PyPI", (empty) => {
    runToEnd("python3", ["-m", "venv", empty]);
    const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"];
    runToEnd(join(empty, "bin", "python3"), ["-m", "pip", "install", ...options, `chdb==${OLD_VERSION}`]);
  });
  return oldPython();
}
