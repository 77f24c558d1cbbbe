import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cachedFolder, runToEnd } from "./foreign-cache.mjs";

const VERSION = "3.4.0";

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
 * The folder in which Node.js finds the module chdb: a current ClickHouse inside the process. The first call fetches it
 * from npm, half a gigabyte, which is why it is no dependency.
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
