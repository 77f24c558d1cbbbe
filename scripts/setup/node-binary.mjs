import { join } from "node:path";
import { cachedFolder, runToEnd } from "./foreign-cache.mjs";
import { npmCommand } from "./setup.mjs";

/**
 * The program of a Node.js version, from npm's package `node`, which brings it as a package of its own.
 * @param {"22" | "24" | "26"} major
 * @returns {string} its path
 */
export function requireNode(major) {
  const folder = cachedFolder(`node-${major}`, "npm", (beside) => {
    const [command, ...parameters] = npmCommand();
    const options = ["install", `node@${major}`, "--no-audit", "--no-fund", "--prefix", beside];
    // The package's install script moves the binary to its place. Nothing else is installed.
    runToEnd(command, [...parameters, ...options], { cwd: beside });
  });
  return join(folder, "node_modules/node/bin/node");
}
