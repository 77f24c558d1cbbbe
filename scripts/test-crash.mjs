import "./setup/node-version.mjs";
import { parseArgs } from "node:util";
import { runChild } from "./setup/run.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

// npm run test:crash -- --kills 50 --outage 30 --seed 7: the crash tests of `npm test`, run for longer.
process.chdir(root);
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    outage: { type: "string", default: "30" },
    seed: { type: "string" },
  },
});
await setUpOrExit({ development: true, console: false });
Object.assign(process.env, {
  CRASH_KILLS: values.kills,
  CRASH_OUTAGE_SECONDS: values.outage,
  ...(values.seed && { CRASH_SEED: values.seed }),
});
const { code } = await runChild(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project=serial", "e2e/processes/crash.serial.test.ts"],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = code ?? 1;
