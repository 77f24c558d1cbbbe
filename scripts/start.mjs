import "./setup/node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, setUpOrExit } from "./setup/setup.mjs";

// Relative paths in the environment (GATEWAY_CONFIG, GATEWAY_DATA_DIR) count from the project, as npm runs scripts there.
process.chdir(root);
const consoleOff = ["off", "0", "false", "no"].includes((process.env.GATEWAY_CONSOLE ?? "on").trim().toLowerCase());

// A cluster worker starts here too, and finds everything made.
if (process.env.NODE_UNIQUE_ID === undefined) await setUpOrExit({ console: !consoleOff });

process.env.NODE_ENV ??= "production";
process.setSourceMapsEnabled(true);
// The same process: signals reach the server itself, and there is nothing to leave behind.
await import(pathToFileURL(join(root, "dist/server.mjs")).href);
