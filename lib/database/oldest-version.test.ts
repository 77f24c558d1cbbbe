import { expect, test } from "vitest";
import { readMigrations } from "./migrate";
import { isAtLeast, oldestVersionOf } from "./oldest-version";

test("every migration begins with the oldest version that may run on the database after it", async () => {
  const migrations = await readMigrations("prisma/migrations");
  expect(migrations.length).toBeGreaterThan(0);
  const missing = migrations.filter(({ sql }) => !/^-- oldest-version: \d+\.\d+\.\d+\n/.test(sql));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test.each([
  ["-- oldest-version: 0.3.0\nDROP TABLE old;", "0.3.0"],
  ["-- Adds a column.\n-- oldest-version: 1.2.10\nSELECT 1;", "1.2.10"],
  ["CREATE TABLE new ();", "0.1.0"],
])("the mark of a migration is read from its comment: %s", (sql, expected) => {
  expect(oldestVersionOf(sql)).toBe(expected);
});

test.each([
  ["0.1.0", "0.1.0", true],
  ["0.2.0", "0.1.9", true],
  ["0.10.0", "0.9.0", true],
  ["1.0.0", "0.99.99", true],
  ["0.1.0", "0.1.1", false],
  ["0.9.9", "1.0.0", false],
  ["0.2.0-next.1", "0.2.0", true],
  ["unknown", "0.1.0", false],
])("version %s is at least %s: %s", (version, other, expected) => {
  expect(isAtLeast(version, other)).toBe(expected);
});

/** Whether a migration locks a table against everybody without giving up its turn within a second. */
function blocksEverybody(sql: string): boolean {
  if (!/ACCESS EXCLUSIVE/.test(sql)) return false;
  const [before = ""] = sql.split(/LOCK TABLE "\w+" IN ACCESS EXCLUSIVE MODE/);
  const timeout = [...before.matchAll(/SET LOCAL lock_timeout = '(\d+)ms'/g)].at(-1)?.[1];
  return !(Number(timeout) <= 1_000);
}

test("a migration that locks a table with rows against everybody gives up its turn within a second", async () => {
  const lock = 'LOCK TABLE "calls" IN ACCESS EXCLUSIVE MODE;';
  expect(blocksEverybody(lock)).toBe(true);
  expect(blocksEverybody(`SET LOCAL lock_timeout = '5000ms';\n${lock}`)).toBe(true);
  expect(blocksEverybody(`SET LOCAL lock_timeout = '500ms';\n${lock}`)).toBe(false);
  const migrations = await readMigrations("prisma/migrations");
  expect(migrations.filter(({ sql }) => blocksEverybody(sql)).map(({ name }) => name)).toEqual([]);
});
