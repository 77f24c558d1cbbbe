import "./setup/node-version.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { importTypeScript } from "./setup/bundle.mjs";
import { requireChromium } from "./setup/chromium.mjs";
import { requirePrograms } from "./setup/debian.mjs";
import { runInLane } from "./setup/lanes/lane.mjs";
import { runInLanes } from "./setup/lanes/next-tier.mjs";
import { root, setUp, setUpOrExit } from "./setup/setup.mjs";
import { listFiles } from "./setup/stamp.mjs";
import {
  countPlaywright,
  countVitest,
  failedFiles,
  failedSpecs,
  failuresIn,
  withSecondRun,
} from "./setup/test-counts.mjs";
import {
  BEGINNING,
  BUILT_TIERS,
  LANES,
  NAMED_TIERS,
  ON_DISK,
  PLAYWRIGHT_TIERS,
  tierOf,
  TIERS,
} from "./setup/tiers.mjs";

// npm test                        everything
// npm test -- lib/auth e2e/spend  the files whose paths contain one of these, and only what they need is built; of the
//                                 tiers with a command of their own if the others have none
// npm test -- lib/auth -t scope   options are handed on to Vitest
// npm run test:load -- PATH       one of the tiers that `npm test` leaves out
// node scripts/test.mjs --tier=load,foreign   several of them side by side
process.chdir(root);
const [, asked] = /^--tier=(.*)$/.exec(process.argv[2] ?? "") ?? [];
const named = asked?.split(",");
const unknown = named?.find((tier) => !NAMED_TIERS.includes(tier));
if (unknown !== undefined) {
  console.error(`There is no tier "${unknown}" with a command of its own: there are ${NAMED_TIERS.join(", ")}`);
  process.exit(1);
}
const given = process.argv.slice(named ? 3 : 2);
const firstOption = given.findIndex((word) => word.startsWith("-"));
const paths = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);

// A path into one of the named tiers selects that tier, without a command of its own.
const selections = (named ? [named] : [TIERS, ...(paths.length > 0 ? [NAMED_TIERS] : [])]).map((offered) => ({
  offered,
  files: selectFiles(offered),
}));
const { offered, files } = selections.find((selection) => selection.files.length > 0) ?? { offered: [], files: [] };
if (files.length === 0) {
  console.error(`No test file's path contains ${paths.join(" or ") || asked}`);
  process.exit(1);
}
const tiers = BEGINNING.filter((tier) => offered.includes(tier) && files.some((file) => tierOf(file) === tier));
if (tiers.includes("foreign")) requireForeignPrograms();
const startedAt = Date.now();
const NOTHING_RAN = { ok: false, passed: 0, failed: 1, skipped: 0 };

await setUpOrExit({ development: true, console: false, server: false });
const reports = join(root, "dist/reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const servers = await startServers();
// The build takes one processor. The tests that do not wait for it take the other one.
const build = tiers.some((tier) => BUILT_TIERS.has(tier)) ? timed("build", buildForTests) : undefined;
const lanes = offered === TIERS ? LANES.test : LANES.named;
let results = await runInLanes(tiers, lanes, (name) =>
  runTier(name, PLAYWRIGHT_TIERS.has(name) ? runPlaywright : runVitest),
);
const unstable = [];
if (process.env.CI) results = await mapInTurn(results, runFailedFilesAgain);
for (const { stop } of servers) await stop();

console.log();
if (build) console.log(`build: ${(await build).seconds.toFixed(0)} s`);
for (const { name, seconds, passed, failed, skipped } of results) {
  const more = skipped ? `, ${skipped} skipped` : "";
  console.log(`${name}: ${passed} passed, ${failed} failed${more} (${seconds.toFixed(0)} s)`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${((Date.now() - startedAt) / 1_000).toFixed(0)} s in all`);
for (const failure of unstable) console.log(`unstable, failed beside others and passed by itself: ${failure}`);
console.log(
  `${sum("passed")} passed, ${sum("failed")} failed${unstable.length > 0 ? `, ${unstable.length} unstable` : ""}`,
);
process.exitCode = sum("failed") === 0 && results.every(({ passed, ok }) => passed > 0 && ok) ? 0 : 1;

/** The selected test files. */
function selectFiles(offered) {
  const folders = ["app", "bench", "components", "e2e", "lib", "local", "scripts", "testing"];
  const wanted = paths.map((path) => path.replace(/^\.\//, "").replace(`${root}/`, ""));
  return listFiles(root, folders, (path) => offered.includes(tierOf(path))).filter(
    (path) => wanted.length === 0 || wanted.some((part) => path.includes(part)),
  );
}

/** The servers that the tests of the tier `foreign` put beside the gateway. */
function requireForeignPrograms() {
  try {
    requirePrograms(["haproxy", "pgbouncer"]);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Starts a server for the tiers whose files are in memory, and one for those on a disk, with the environment in which
 * these run.
 */
async function startServers() {
  const { default: startRunServer } = await importTypeScript(
    'export { default } from "./testing/database/run-server.ts";',
  );
  const kinds = [
    tiers.filter((tier) => tier !== "unit" && !ON_DISK.has(tier)),
    tiers.filter((tier) => ON_DISK.has(tier)),
  ];
  const before = { ...process.env };
  const started = [];
  for (const kind of kinds.filter((some) => some.length > 0)) {
    const stop = await startRunServer({ name: kind[0] });
    started.push({ kind, environment: { ...process.env }, stop });
    restoreEnvironment(before);
  }
  return started;
}

/** Takes back what was set. The object stays: what replaces it does not reach the system, and so not `tmpdir()`. */
function restoreEnvironment(before) {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}

/** The environment of a tier's programs. */
function environmentOf(tier) {
  return servers.find(({ kind }) => kind.includes(tier))?.environment ?? process.env;
}

async function buildForTests() {
  try {
    await setUp({ development: true, demo: files.some((file) => file.includes("demo")) });
    return { ok: true };
  } catch (error) {
    console.error(error.message);
    return { ok: false };
  }
}

async function runTier(name, run) {
  if (BUILT_TIERS.has(name) && !(await build).ok) return { name, seconds: 0, ...NOTHING_RAN };
  return timed(name, () => run(name));
}

async function runVitest(tier) {
  const { ok, report } = await vitest(tier, tier, filesOf(tier));
  return { ok, report, ...countVitest(report) };
}

async function vitest(tier, reportName, paths) {
  const path = join(reports, `${reportName}.json`);
  const command = ["node_modules/vitest/vitest.mjs", "run", `--project=${tier}`];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const ok = await runInLane(tier, [...command, ...reporters, ...paths, ...options], environmentOf(tier));
  return { ok, report: readReport(path) };
}

/**
 * Runs the few failed files of a tier a second time, while nothing else runs. A failure that does not come back is
 * named at the end and does not fail the run, because four lanes on two processors slow each other down at times.
 */
async function runFailedFilesAgain(result) {
  if (PLAYWRIGHT_TIERS.has(result.name)) return runFailedSpecsAgain(result);
  const files = result.ok ? [] : failedFiles(result.report);
  if (files.length === 0) return result;
  const names = files.map((file) => relative(root, file));
  console.log(`\n${result.name} again, by themselves: ${names.join(" ")}`);
  const { ok, report } = await vitest(result.name, `${result.name}-again`, names);
  if (!report) return result;
  if (ok) unstable.push(...failuresIn(result.report, files).map((failure) => relative(root, failure)));
  return { ...result, ok, ...countVitest(withSecondRun(result.report, report)) };
}

async function mapInTurn(items, work) {
  const done = [];
  for (const item of items) done.push(await work(item));
  return done;
}

async function runPlaywright(tier) {
  try {
    environmentOf(tier).CHROMIUM_PATH = await requireChromium();
  } catch (error) {
    console.error(error.message);
    return NOTHING_RAN;
  }
  const { ok, report } = await playwright(
    tier,
    tier,
    files.filter((file) => tierOf(file) === tier),
  );
  return { ok, report, ...countPlaywright(report) };
}

async function playwright(tier, reportName, paths) {
  const path = join(reports, `${reportName}.json`);
  const environment = { ...environmentOf(tier), PLAYWRIGHT_JSON_OUTPUT_NAME: path };
  const command = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
  const ok = await runInLane(tier, [...command, ...paths], environment);
  return { ok, report: readReport(path) };
}

/** The same for browser tests. Only those that failed run again. */
async function runFailedSpecsAgain(result) {
  const failed = result.ok ? [] : failedSpecs(result.report);
  if (failed.length === 0) return result;
  console.log(`\n${result.name} again, by themselves: ${failed.join("; ")}`);
  const { ok, report } = await playwright(result.name, `${result.name}-again`, ["--last-failed"]);
  const again = countPlaywright(report);
  if (ok) unstable.push(...failed);
  return { ...result, ok, passed: result.passed + again.passed, failed: again.failed };
}

/** The selected files of a tier; an empty list means all of them. */
function filesOf(tier) {
  return paths.length === 0 ? [] : files.filter((file) => tierOf(file) === tier);
}

async function timed(name, work) {
  const begun = Date.now();
  return { name, ...(await work()), seconds: (Date.now() - begun) / 1_000 };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
