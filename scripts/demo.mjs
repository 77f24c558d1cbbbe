import "./setup/node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, setUpOrExit } from "./setup/setup.mjs";

process.chdir(root);
await setUpOrExit({ demo: true, development: true });
process.env.NODE_ENV ??= "production";
await import(pathToFileURL(join(root, "dist/demo.mjs")).href);
