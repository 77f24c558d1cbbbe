// npm run bench:spend -- --calls 10_000_000 --rounds 5 --audit
import "./setup/node-version.mjs";
import { join } from "node:path";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
await setUpOrExit({ development: true, console: false, server: false });
const { runSpendBench } = await importTypeScript('export { runSpendBench } from "./bench/spend/spend.ts";');
await runSpendBench(process.argv.slice(2), join(root, "prisma", "migrations"));
