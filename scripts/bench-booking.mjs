// npm run bench:booking -- --batch 1000 --rounds 5 --beside ../other
import "./setup/node-version.mjs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "10000" },
    batch: { type: "string", default: "1000" },
    rounds: { type: "string", default: "5" },
    beside: { type: "string" },
    help: { type: "boolean" },
  },
});
await setUpOrExit({ development: true, console: false, server: false });
const { BOOKING_USAGE, printBookingCosts } = await importTypeScript(
  'export { BOOKING_USAGE } from "./bench/booking/booking.ts"; export { printBookingCosts } from "./bench/booking/report.ts";',
);
const [calls, batch, rounds] = [values.calls, values.batch, values.rounds].map(Number);
if (values.help || [calls, batch, rounds].some((value) => !Number.isInteger(value) || value < 1)) {
  console.error(BOOKING_USAGE);
  process.exit(values.help ? 0 : 2);
}

/** Each checkout books with its own code. */
async function startSide(folder) {
  const bundle = await import(pathToFileURL(join(folder, "scripts", "setup", "bundle.mjs")).href);
  const { startBookingSide } = await bundle.importTypeScript(
    'export { startBookingSide } from "./bench/booking/booking.ts";',
  );
  return startBookingSide({ calls, batch }, join(folder, "prisma", "migrations"));
}

const folders = [root, ...(values.beside ? [resolve(values.beside)] : [])];
const sides = [];
try {
  for (const folder of folders) sides.push(await startSide(folder));
  await printBookingCosts(sides, rounds);
} finally {
  for (const side of sides) await side.close();
}
