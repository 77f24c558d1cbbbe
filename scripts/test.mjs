import "./setup/node-version.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { requireChromium } from "./setup/chromium.mjs";
import { runChild } from "./setup/run.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";
import { countPlaywright, countVitest } from "./setup/test-counts.mjs";

process.chdir(root);
await setUpOrExit({ development: true, demo: true });

const only = process.argv.slice(2); // npm test -- lib/auth
const reports = join(root, "dist/reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const results = [await vitest()];
if (only.length === 0) results.push(await playwright());

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log();
for (const { name, ...counts } of results) {
  console.log(
    `${name}: ${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ""}`,
  );
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.every((result) => result.passed > 0 && result.ok) ? 0 : 1;

async function vitest() {
  const report = join(reports, "vitest.json");
  const ok = await run("node_modules/vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...only,
  ]);
  return { name: "Vitest", ok, ...countVitest(readReport(report)) };
}

async function playwright() {
  const report = join(reports, "playwright.json");
  try {
    process.env.CHROMIUM_PATH = await requireChromium();
  } catch (error) {
    console.error(error.message);
    return { name: "Playwright", ok: false, passed: 0, failed: 1, skipped: 0 };
  }
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const ok = await run("node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json"]);
  return { name: "Playwright", ok, ...countPlaywright(readReport(report)) };
}

async function run(program, parameters) {
  const { code } = await runChild(process.execPath, [program, ...parameters], { cwd: root, stdio: "inherit" });
  return code === 0;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
