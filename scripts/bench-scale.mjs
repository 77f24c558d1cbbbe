// npm run bench:scale
import "./setup/node-version.mjs";
import { parseArgs } from "node:util";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    help: { type: "boolean" },
  },
});
await setUpOrExit({ development: true, console: false, server: false });
const { SCALE_USAGE, isWanted, runScaleBench } = await importTypeScript(
  'export { SCALE_USAGE, isWanted, runScaleBench } from "./bench/scale/run.ts";',
);
const rounds = Number(values.rounds);
if (values.help || !Number.isInteger(rounds) || rounds < 1) {
  console.error(SCALE_USAGE);
  process.exit(values.help ? 0 : 2);
}
await setUpOrExit({ development: true, console: isWanted("starts", values.only) });
await runScaleBench({ rounds, only: values.only });
