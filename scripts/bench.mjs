import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
const parameters = process.argv.slice(2); // npm run bench -- --seconds 2 --doors 2
const { readBenchOptions, runBench } = await importSources();
const options = readBenchOptions(parameters);
await setUpOrExit({ development: true, console: options.doors.includes(1) });
process.exitCode = (await runBench(options)) ? 0 : 1;

async function importSources() {
  await setUpOrExit({ development: true, console: false, server: false });
  return importTypeScript(
    'export { runBench } from "./bench/run.ts"; export { readBenchOptions } from "./bench/options.ts";',
  );
}
