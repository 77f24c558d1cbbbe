import "./setup/node-version.mjs";
import { availableParallelism } from "node:os";
import { spawn } from "node:child_process";
import { root, setUpOrExit } from "./setup/setup.mjs";

// What to run before each commit, in under a minute: types, lint, format, architecture, the unit tests, and the subjects
// of the commits so far.
process.chdir(root);
await setUpOrExit({ development: true, console: false, server: false });

const processors = availableParallelism();
// The longest check comes first, so that the processors finish together.
const checks = [
  // By default Vitest leaves one processor free, which would be half of two.
  {
    name: "Unit tests",
    command: ["node_modules/vitest/vitest.mjs", "run", "--project=unit", `--maxWorkers=${processors}`],
  },
  { name: "Types and lint", command: ["node_modules/oxlint/bin/oxlint"] },
  { name: "Format", command: ["scripts/setup/format.mjs"] },
  { name: "Subjects of commits", command: ["scripts/setup/commit-subjects.mjs"], tells: true },
];

const waiting = [...checks];
let failed = 0;
await Promise.all(Array.from({ length: Math.min(processors, checks.length) }, worker));
console.log(failed === 0 ? "\nAll checks passed" : `\n${failed} of ${checks.length} checks failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function worker() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const startedAt = Date.now();
    const { code, output } = await run(check.command);
    const isShown = code !== 0 || (check.tells && output !== "");
    if (code !== 0) failed++;
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `${code === 0 ? "ok" : "FAILED"}  ${check.name} (${seconds} s)${isShown ? `\n${output.trimEnd()}` : ""}`,
    );
  }
}

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("close", (code) => resolve({ code, output }));
  });
}
