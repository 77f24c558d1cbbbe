// npm run bench:nodes -- --nodes 200 --writes 20
import "./setup/node-version.mjs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "200" },
    processes: { type: "string", default: "4" },
    seconds: { type: "string", default: "20" },
    writes: { type: "string", default: "20" },
    help: { type: "boolean" },
  },
});
await setUpOrExit({ development: true, console: false, server: false });
const { NODES_USAGE, runNodesBench } = await importTypeScript(
  'export { NODES_USAGE, runNodesBench } from "./bench/nodes/run.ts";',
);
const { nodes, processes, seconds, writes } = values;
const options = {
  nodes: Number(nodes),
  processes: Number(processes),
  seconds: Number(seconds),
  writes: Number(writes),
};
if (values.help || Object.values(options).some((value) => !Number.isInteger(value) || value < 1)) {
  console.error(NODES_USAGE);
  process.exit(values.help ? 0 : 2);
}
await runNodesBench(options, join(root, "prisma", "migrations"));
