import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import { runChild } from "./run.mjs";
import { root } from "./setup.mjs";
import { YIELDING_TIERS } from "./tiers.mjs";

/** Of the operating system, for a lane that yields: others get three times its share of a processor. */
const YIELDING = 5;

/**
 * Runs a Node.js program and prints its lines under a name, so that two that run side by side can be told apart.
 * @param {import("./tiers.mjs").Tier} name
 * @param {readonly string[]} command the program's path and its parameters
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runInLane(name, command) {
  const options = { cwd: root, stdio: ["ignore", "pipe", "pipe"] };
  const { code } = await runChild(process.execPath, command, options, (child) => {
    if (YIELDING_TIERS.has(name) && child.pid) setPriority(child.pid, YIELDING);
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => console.log(`${name} | ${line}`));
  });
  return code === 0;
}
