// npm run bench:floor
import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
const parameters = process.argv.slice(2);
await setUpOrExit({ development: true, console: false, server: false });
const { FLOOR_USAGE, readFloorOptions, runFloorBench } = await importTypeScript(
  'export { runFloorBench } from "./bench/floor/run.ts"; export { FLOOR_USAGE, readFloorOptions } from "./bench/floor/options.ts";',
);
const options = optionsOrExit();
await setUpOrExit({ development: true, console: options.console });
process.exitCode = (await runFloorBench(options)) ? 0 : 1;

function optionsOrExit() {
  try {
    return readFloorOptions(parameters);
  } catch (error) {
    const isAsked = parameters.includes("--help");
    console.error(isAsked ? FLOOR_USAGE : `${error.message}\n${FLOOR_USAGE}`);
    process.exit(isAsked ? 0 : 2);
  }
}
