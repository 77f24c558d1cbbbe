import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
const parameters = process.argv.slice(2); // npm run bench -- --seconds 2 --doors 2
const { BENCH_USAGE, readBenchOptions, runBench } = await importSources();
const options = optionsOrExit();
await setUpOrExit({ development: true, console: options.doors.includes(1) });
process.exitCode = (await runBench(options)) ? 0 : 1;

function optionsOrExit() {
  try {
    return readBenchOptions(parameters);
  } catch (error) {
    const isAsked = parameters.includes("--help");
    console.error(isAsked ? BENCH_USAGE : `${error.message}\n${BENCH_USAGE}`);
    process.exit(isAsked ? 0 : 2);
  }
}

async function importSources() {
  await setUpOrExit({ development: true, console: false, server: false });
  return importTypeScript(
    'export { runBench } from "./bench/run.ts"; export { BENCH_USAGE, readBenchOptions } from "./bench/options.ts";',
  );
}
