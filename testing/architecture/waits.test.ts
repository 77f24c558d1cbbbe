import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PATIENCE_MS, TEST_LIMIT_MS } from "@/testing/patience.mjs";
import { listModules } from "./source-files";

const root = join(import.meta.dirname, "../..");
const FOLDERS = ["app", "components", "e2e", "lib", "local", "scripts", "testing"];
/** Where the limits stand, this file, and what draws pictures, which asserts nothing. */
const EXEMPT = ["testing/patience.mjs", "testing/architecture/waits.test.ts", "testing/pictures/draw.ts"];

/** Waits that a busy machine can fail: with a limit of their own, or that wait for a time instead of an event. */
function shortWaits(text: string): string[] {
  const limits = [
    ...text.matchAll(/\btimeout: ([\d_]{4,})/g),
    ...text.matchAll(/^\s*\}, ([\d_]+)\);$/gm),
    ...text.matchAll(/\bsetTimeout\(([\d_]+)\)/g),
  ].filter(([, limit = ""]) => Number(limit.replaceAll("_", "")) < TEST_LIMIT_MS);
  const waits = [...text.matchAll(/\bvi\.wait(?:For|Until)\b|\bwaitForTimeout\(/g)];
  return [...limits, ...waits].map(([found]) => found.trim());
}

test("no test waits with a limit of its own: a limit ends a wait for what does not come, and asserts nothing", () => {
  const isOfTests = (path: string): boolean => /\.(test|spec)\.tsx?$|^(testing|e2e)\//.test(path);
  const found = FOLDERS.flatMap((folder) => listModules(root, folder, isOfTests))
    .filter((path) => !EXEMPT.includes(path))
    .flatMap((path) => shortWaits(readFileSync(join(root, path), "utf8")).map((wait) => `${path}: ${wait}`));
  // Leave the limit out: vitest.config.ts and playwright.config.ts set those of testing/patience.mjs.
  expect(found).toEqual([]);
});

test.each([
  ["a short poll", "await expect.poll(read, { timeout: 5_000 }).toBe(1);", ["timeout: 5_000"]],
  ["a short look", "await expect(row).toBeVisible({ timeout: 15000 });", ["timeout: 15000"]],
  ["a short test", 'test("x", async () => {\n}, 4_000);', ["}, 4_000);"]],
  ["a test that is given less", "test.setTimeout(60_000);", ["setTimeout(60_000)"]],
  ["vitest's own wait", "await vi.waitFor(() => expect(a).toBe(1));", ["vi.waitFor"]],
  ["a pause of the browser", "await page.waitForTimeout(500);", ["waitForTimeout("]],
  ["the usual limit", "await expect.poll(read).toBe(1);", []],
  ["a long test", 'test("x", { timeout: 300_000 }, async () => {\n}, 300_000);', []],
  ["a setting of the product, in seconds", "entry({ timeout: 600, first_byte_timeout: 1 });", []],
])("%s is told apart", (_what, text, found) => {
  expect(shortWaits(text)).toEqual(found);
});

/** Comparisons of what the clock says has gone by with a bound, which a busy machine passes. */
function timedExpectations(text: string): string[] {
  return [...text.matchAll(/\bexpect\([^;\n]{0,200}\b(?:performance|Date)\.now\(\)[^;\n]{0,200}?\.toBeLess\w+/g)].map(
    ([found]) => found,
  );
}
/** The bound is a time that the product has promised ahead of now, so a slow machine stays below it. */
const PROMISED = 'expect(Date.parse(expires ?? "") - Date.now()).toBeLessThanOrEqual';

test("no test measures by the clock how long something took: the order, a count or the processor's time is compared", () => {
  const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
  const found = FOLDERS.flatMap((folder) => listModules(root, folder, isTest))
    .filter((path) => !EXEMPT.includes(path))
    .flatMap((path) => timedExpectations(readFileSync(join(root, path), "utf8")))
    .filter((found) => found !== PROMISED);
  expect(found).toEqual([]);
});

test.each([
  ["a time that has gone by", "expect(performance.now() - startedAt).toBeLessThan(250);", 1],
  ["a distance from now", "expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);", 1],
  ["an order", "expect(Date.parse(since)).toBeGreaterThanOrEqual(before);", 0],
  ["a count", "expect(asked).toBeLessThan(20);", 0],
])("%s is told apart too", (_what, text, count) => {
  expect(timedExpectations(text)).toHaveLength(count);
});

/** Statements that make thousands of rows on a pool of the gateway's, which lets the server cancel them after 10 s. */
function limitedFills(text: string): string[] {
  return [...text.matchAll(/\bpool\.query\([^;]*?\bgenerate_series\(\d+, ?(\d+)/g)]
    .filter(([, rows]) => Number(rows) >= 10_000)
    .map(([, rows]) => `${rows} rows`);
}

test("no test makes many rows within the gateway's limit for a statement: TestDatabase.fill has none", () => {
  const found = FOLDERS.flatMap((folder) => listModules(root, folder, (path) => /\.test\.tsx?$/.test(path)))
    .filter((path) => !EXEMPT.includes(path))
    .flatMap((path) => limitedFills(readFileSync(join(root, path), "utf8")).map((rows) => `${path}: ${rows}`));
  expect(found).toEqual([]);
});

test.each([
  ["many rows on a pool", "await database.pool.query(`INSERT … FROM generate_series(1, 30000) AS n`);", ["30000 rows"]],
  ["a few rows", "await pool.query(`INSERT … FROM generate_series(1, 300) AS n`);", []],
  ["many rows without a limit", "await server.fill(`INSERT … FROM generate_series(1, 30000) AS n`);", []],
])("%s are told apart", (_what, text, found) => {
  expect(limitedFills(text)).toEqual(found);
});

test("the limit of a test leaves room for several waits", () => {
  expect(PATIENCE_MS).toBeGreaterThanOrEqual(30_000);
  expect(TEST_LIMIT_MS).toBeGreaterThanOrEqual(3 * PATIENCE_MS);
});
