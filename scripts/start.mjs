import "./setup/node-version.mjs";
import "./setup/compile-cache.mjs";
import "./setup/mapped-stacks.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { servesConsole } from "../lib/config/console-switch.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

// Relative paths in the environment (GATEWAY_CONFIG, GATEWAY_DATA_DIR) start at the project, where npm runs scripts.
process.chdir(root);

// Cluster workers start here too, but the first process has built everything by then.
if (process.env.NODE_UNIQUE_ID === undefined)
  await setUpOrExit({ console: servesConsole(process.env.GATEWAY_CONSOLE) });

process.env.NODE_ENV ??= "production";
// Imported into this process, so that signals reach the server itself and no child process can be left behind.
await import(pathToFileURL(join(root, "dist/server.mjs")).href);
