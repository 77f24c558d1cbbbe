import { spawnSync } from "node:child_process";

// Checks that all files have Prettier's style. oxfmt reads them all in a second and names those that Prettier may want
// differently. Prettier, which takes half a minute for all files, decides only about these few.
const run = (...command) => spawnSync(process.execPath, command, { encoding: "utf8" });
const named = run("node_modules/oxfmt/bin/oxfmt", "--config=.prettierrc.json", "--list-different", ".");
const files = named.stdout.split("\n").filter((line) => line !== "");
if (named.error || named.status > 1 || (named.status === 1 && files.length === 0)) {
  process.stderr.write(named.error?.message ?? named.stderr);
  process.exitCode = 1;
} else if (files.length > 0) {
  const decided = run("node_modules/prettier/bin/prettier.cjs", "--check", "--log-level=warn", ...files);
  process.stdout.write(decided.stdout + decided.stderr);
  process.exitCode = decided.status ?? 1;
}
