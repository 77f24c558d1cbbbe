// npm run bench:console -- --calls 5_000_000 --entries 1_000 --rounds 3
import "./setup/node-version.mjs";
import { join } from "node:path";
import { importTypeScript } from "./setup/bundle.mjs";
import { chromiumFlags, requireChromium } from "./setup/chromium.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
// Answers need no pages, whose build takes minutes.
const isOfAnswers = /--part[ =]answers/.test(process.argv.join(" "));
await setUpOrExit({ development: true, console: !isOfAnswers });
const { runConsoleBench } = await importTypeScript('export { runConsoleBench } from "./bench/console/console.ts";');
const options = { browser: await requireChromium(), flags: chromiumFlags };
await runConsoleBench(process.argv.slice(2), { ...options, migrations: join(root, "prisma", "migrations") });
