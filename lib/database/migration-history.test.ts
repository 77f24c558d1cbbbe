import { describe, expect, test } from "vitest";
import { type AppliedMigration, type Migration, nextMigration } from "./migration-history";

const known: Migration[] = ["0001_init", "0002_more", "0003_last"].map((name) => ({
  name,
  sql: "",
  checksum: `sum of ${name}`,
  steps: [],
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
      [...applied("0001_init"), { name: "0002_more", checksum: "other", finished: true }],
      "teams",
    ],
    [
      "unreleased_schema",
      "a database from before the first release",
      [{ name: "0001_init", checksum: "other", finished: true }, ...applied("0002_identities")],
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

describe("a database that a newer version has migrated", () => {
  const newer = (...marks: (string | undefined)[]): AppliedMigration[] => [
    ...applied("0001_init", "0002_more", "0003_last"),
    ...marks.map((oldestVersion, index) => ({
      name: `000${index + 4}_newer`,
      checksum: "other",
      finished: true,
      oldestVersion,
    })),
  ];

  test.each([
    ["its marks name this version", ["0.2.0"]],
    ["its marks name older versions", ["0.1.0", "0.1.9"]],
  ])("this version runs on the database if %s", (_, marks) => {
    expect(nextMigration(known, { applied: newer(...marks), otherTable: "teams" }, "0.2.0")).toBeUndefined();
  });

  test.each([
    ["one mark names a newer version", ["0.1.0", "0.3.0"], '"0005_newer" needs 0.3.0 or newer'],
    ["a migration has no mark", [undefined], '"0004_newer" is unknown here'],
  ])("this version refuses the database in one sentence if %s", (_, marks, words) => {
    const judge = () => nextMigration(known, { applied: newer(...marks), otherTable: "teams" }, "0.2.0");
    expect(judge).toThrow(expect.objectContaining({ code: "newer_schema", message: expect.stringContaining(words) }));
  });

  test("a missing migration of this version is still applied beside those of a newer one", () => {
    const state = { applied: newer("0.1.0").filter(({ name }) => name !== "0002_more"), otherTable: "teams" };
    expect(nextMigration(known, state, "0.2.0")?.name).toBe("0002_more");
  });
});
