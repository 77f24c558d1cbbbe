import { expect, test } from "vitest";
import { readMigrations } from "./migrate";
import { isAtLeast, oldestVersionOf } from "./oldest-version";

/** Migrations up to this one were written before migrations carried a mark; all of them only add. */
const LAST_WITHOUT_MARK = "0025";

test("every migration begins with the oldest version that may run on the database after it", async () => {
  const migrations = await readMigrations("prisma/migrations");
  const missing = migrations.filter(
    ({ name, sql }) => name >= LAST_WITHOUT_MARK && !/^-- oldest-version: \d+\.\d+\.\d+\n/.test(sql),
  );
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

test("a migration that locks a table with rows against everybody gives up its turn within a second", async () => {
  const migrations = await readMigrations("prisma/migrations");
  const locking = migrations.filter(({ name, sql }) => name >= LAST_WITHOUT_MARK && /ACCESS EXCLUSIVE/.test(sql));
  expect(locking.map(({ name }) => name)).toContain("0028_calls_by_month");
  for (const { sql } of locking) {
    const [before = ""] = sql.split(/LOCK TABLE "\w+" IN ACCESS EXCLUSIVE MODE/);
    const timeout = [...before.matchAll(/SET LOCAL lock_timeout = '(\d+)ms'/g)].at(-1)?.[1];
    expect(Number(timeout)).toBeLessThanOrEqual(1_000);
  }
});
