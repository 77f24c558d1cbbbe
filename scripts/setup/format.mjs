import { spawnSync } from "node:child_process";

// Checks that all files have the style of .oxfmtrc.json.
const { status } = spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", "--check", "."], { stdio: "inherit" });
process.exitCode = status ?? 1;
