import "./setup/node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { servesConsole } from "../lib/config/console-switch.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";

// Relative paths in the environment (GATEWAY_CONFIG, GATEWAY_DATA_DIR) count from the project, as npm runs scripts there.
process.chdir(root);

// Cluster workers start here too, after the first process has built everything.
if (process.env.NODE_UNIQUE_ID === undefined)
  await setUpOrExit({ console: servesConsole(process.env.GATEWAY_CONSOLE) });

process.env.NODE_ENV ??= "production";
process.setSourceMapsEnabled(true);
// The same process: signals reach the server itself, and there is nothing to leave behind.
await import(pathToFileURL(join(root, "dist/server.mjs")).href);
