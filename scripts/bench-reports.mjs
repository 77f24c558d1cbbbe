// npm run bench:reports -- --calls 500_000 --rounds 3 --audit
// npm run bench:reports -- --calls 5_000_000 --data /var/tmp/five-million --only 'report by user'
// npm run bench:reports -- --clickhouse --calls 50_000_000 --data /var/tmp/fifty-million
import "./setup/node-version.mjs";
import { join } from "node:path";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
await setUpOrExit({ development: true, console: false, server: false });
const { runReportsBench } = await importTypeScript('export { runReportsBench } from "./bench/spend/reports.ts";');
await runReportsBench(process.argv.slice(2), {
  migrations: join(root, "prisma", "migrations"),
  clickhouse: join(root, "testing", "programs", "chdb-server.mjs"),
});
