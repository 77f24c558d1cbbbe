import { describe, expect, test } from "vitest";
import { type AppliedMigration, type Migration, nextMigration } from "./migration-history";

const known: Migration[] = ["0001_init", "0002_more", "0003_last"].map((name) => ({
  name,
  sql: "",
  checksum: `sum of ${name}`,
}));
const applied = (...names: string[]): AppliedMigration[] =>
  names.map((name) => ({ name, checksum: `sum of ${name}`, finished: true }));

describe("the next migration", () => {
  test.each([
    ["an empty database", undefined, "0001_init"],
    ["a table of migrations without rows", [], "0001_init"],
    ["an older database", applied("0001_init"), "0002_more"],
    ["a database with a gap, as merged branches leave it", applied("0001_init", "0003_last"), "0002_more"],
    ["a current database", applied("0001_init", "0002_more", "0003_last"), undefined],
  ])("the next migration is found for %s", (_, rows, expected) => {
    expect(nextMigration(known, { applied: rows, otherTable: undefined })?.name).toBe(expected);
  });

  test.each([
    ["foreign_database", "another application's tables", undefined, "orders"],
    ["foreign_database", "another application's migrations", applied("20240101_orders"), "orders"],
    [
      "newer_schema",
      "a newer version's database",
      applied("0001_init", "0002_more", "0003_last", "0004_next"),
      "teams",
    ],
    [
      "changed_migration",
      "a migration that was edited",
      [{ name: "0001_init", checksum: "other", finished: true }],
      "teams",
    ],
    [
      "unfinished_migration",
      "a migration that stopped half-way",
      [{ name: "0001_init", checksum: "sum of 0001_init", finished: false }],
      "teams",
    ],
  ])("the next migration is refused with %s for %s", (code, _, rows, otherTable) => {
    expect(() => nextMigration(known, { applied: rows, otherTable })).toThrow(expect.objectContaining({ code }));
  });
});
