import { spawn } from "node:child_process";

/** A failed step of the setup. The message is for the person at the terminal. */
export class SetupError extends Error {}

/**
 * Runs a command to its end and shows its output only if it fails. The command ends with this process.
 * @param {string} title what the command does, for the message of a failure
 * @param {readonly string[]} command
 * @param {{ cwd: string, environment?: NodeJS.ProcessEnv }} options
 */
export async function runQuietly(title, [program, ...parameters], { cwd, environment = process.env }) {
  let output = "";
  const { code, signal } = await runChild(
    program,
    parameters,
    { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] },
    (child) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => (output = (output + chunk).slice(-100_000)));
    },
  );
  if (code === 0) return;
  const lines = output.trimEnd().split("\n").slice(-80).join("\n");
  throw new SetupError(
    `${lines}\n\n${title} failed (${signal ?? `exit code ${code}`}). The command was: ${[program, ...parameters].join(" ")}`,
  );
}

/**
 * Starts a child and waits for its end. Signals that would end this process end the child first, so that nothing is
 * left behind.
 * @param {(child: import("node:child_process").ChildProcess) => void} [onSpawn]
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function runChild(program, parameters, options, onSpawn = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, options);
    onSpawn(child);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    const forward = (signal) => {
      child.once("close", () => process.exit(signal === "SIGINT" ? 130 : 143));
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    const settle = () => signals.forEach((signal) => process.off(signal, forward));
    child.on("error", (error) => (settle(), reject(error)));
    child.on("close", (code, signal) => (settle(), resolve({ code, signal })));
  });
}
