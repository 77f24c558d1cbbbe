// npm run bench:upgrade -- --calls 500_000
import "./setup/node-version.mjs";
import { join } from "node:path";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
await setUpOrExit({ development: true, console: false, server: false });
const { runUpgradeBench } = await importTypeScript('export { runUpgradeBench } from "./bench/upgrade.ts";');
await runUpgradeBench(process.argv.slice(2), join(root, "prisma", "migrations"));
