import "./setup/node-version.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { SetupError } from "./setup/run.mjs";
import { root, setUp, setUpOrExit } from "./setup/setup.mjs";

// Development: what `npm start` runs, with the development server of Next.js in the console's thread. A change of a page
// shows at once. A change of what the server itself consists of starts it again.
const PROGRAMS = ["dist/server.mjs", "dist/server.cjs", "dist/console.mjs"];
const needs = { development: true, console: false, consoleThread: true };

process.chdir(root);
await setUpOrExit(needs);

let programs = readPrograms();
let gateway = start();
/** Whether the gateway ends because its successor is due. */
let isRestarting = false;
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    isStopping = true;
    if (gateway.exitCode !== null || gateway.signalCode !== null) process.exit(1);
    // A terminal has sent Ctrl-C to the gateway as well, and a second signal would cut its stop short.
    if (signal !== "SIGINT" || !process.stdin.isTTY) gateway.kill(signal);
  });

let timer;
let work = Promise.resolve();
for (const path of ["lib", "server.ts"])
  watch(join(root, path), { recursive: path === "lib" }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (work = work.then(followSources)), 200);
  });

/** Builds the programs again, and starts the gateway again if they have changed. */
async function followSources() {
  if (isStopping) return;
  try {
    await setUp(needs);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return;
  }
  const built = readPrograms();
  if (built.every((program, at) => program.equals(programs[at]))) return;
  programs = built;
  isRestarting = true;
  if (gateway.exitCode === null && gateway.signalCode === null) {
    gateway.kill("SIGTERM");
    await once(gateway, "close");
  }
  isRestarting = false;
  if (!isStopping) gateway = start();
}

function readPrograms() {
  return PROGRAMS.map((path) => readFileSync(join(root, path)));
}

function start() {
  const child = spawn(process.execPath, ["--import=./scripts/setup/mapped-stacks.mjs", "dist/server.mjs"], {
    cwd: root,
    env: {
      SHUTDOWN_GRACE_SECONDS: "2",
      ...process.env,
      NODE_ENV: "development",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    stdio: "inherit",
  });
  child.on("close", (code) => {
    if (isRestarting && !isStopping) return;
    // One that could not start stays away until the sources change.
    if (isStopping || code === 0) process.exit(code ?? 1);
    process.stderr.write("The gateway has ended. A change of its sources starts it again.\n");
  });
  return child;
}
