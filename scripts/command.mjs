// npm run backup, restore and doctor: builds the commands and runs one, in this process, so that signals reach it.
import "./setup/node-version.mjs";
import "./setup/mapped-stacks.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, setUpOrExit } from "./setup/setup.mjs";

await setUpOrExit({ console: false, server: false, commands: true });
await import(pathToFileURL(join(root, "dist/command.mjs")).href);
