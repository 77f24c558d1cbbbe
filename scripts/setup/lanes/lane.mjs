import { createInterface } from "node:readline";
import { runChild } from "../run.mjs";
import { root } from "../setup.mjs";

/**
 * Runs a Node.js program and prints its lines under a name, so that the lines of programs that run side by side can be
 * distinguished.
 * @param {string} name
 * @param {readonly string[]} command the program's path and its parameters
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runInLane(name, command, environment) {
  const options = { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] };
  const { code } = await runChild(process.execPath, command, options, (child) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => console.log(`${name} | ${line}`));
  });
  return code === 0;
}
