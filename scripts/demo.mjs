import "./setup/node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, setUpOrExit } from "./setup/setup.mjs";

const USAGE = `Usage: npm run demo [-- --fast]
Fills a company's month, plays the product's story, and serves the console until Ctrl-C. It leaves nothing behind.
  --fast   plays only the story
  PORT     the port of the gateway; default 4000, or any free one`;

const unknown = process.argv.slice(2).find((parameter) => !["--fast", "--help"].includes(parameter));
if (unknown !== undefined || process.argv.includes("--help")) {
  console.error(unknown === undefined ? USAGE : `There is no option ${unknown}.\n${USAGE}`);
  process.exit(unknown === undefined ? 0 : 2);
}
process.chdir(root);
await setUpOrExit({ demo: true, development: true });
process.env.NODE_ENV ??= "production";
await import(pathToFileURL(join(root, "dist/demo.mjs")).href);
