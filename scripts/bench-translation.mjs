// npm run bench:translation -- --rounds 5 --beside ../other
import "./setup/node-version.mjs";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
await setUpOrExit({ development: true, console: false, server: false });
const { runTranslationBench, TRANSLATION_USAGE } = await importTypeScript(
  'export { runTranslationBench, TRANSLATION_USAGE } from "./bench/translation/run.ts";',
);
if (process.argv.includes("--help")) console.error(TRANSLATION_USAGE);
else process.exitCode = (await runTranslationBench(process.argv.slice(2))) ? 0 : 1;
