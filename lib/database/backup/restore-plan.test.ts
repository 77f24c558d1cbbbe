import { expect, test } from "vitest";
import type { Migration } from "../migration-history";
import { type BackupHeader, FORMAT } from "./file-format";
import { planRestore } from "./restore-plan";

const known: Migration[] = ["0001_init", "0002_more", "0003_last"].map((name) => ({
  name,
  sql: "",
  checksum: `sum of ${name}`,
  steps: [],
}));
const headerWith = (names: string[], version = "0.2.0"): BackupHeader => ({
  format: FORMAT,
  format_version: 1,
  version,
  oldest_version: "0.1.0",
  created_at: "2026-11-22T10:00:00.000Z",
  installation: null,
  migrations: names.map((name) => ({ name, checksum: `sum of ${name}` })),
});

test.each([
  [["0001_init"], ["0002_more", "0003_last"]],
  [["0001_init", "0003_last"], ["0002_more"]],
  [["0001_init", "0002_more", "0003_last"], []],
])("a backup with the schema %j is restored and then migrated by %j", (names, after) => {
  const plan = planRestore(headerWith(names), known, "0.2.0");
  expect(plan.before.map(({ name }) => name)).toEqual(names);
  expect(plan.after.map(({ name }) => name)).toEqual(after);
});

test.each([
  ["0.3.0", "restore it with 0.3.0"],
  ["0.2.0", "restore it with the newest version that ran on it"],
])("a backup with a newer schema that version %s wrote is refused in one sentence", (version, cure) => {
  expect(() => planRestore(headerWith(["0001_init", "0004_newer"], version), known, "0.2.0")).toThrow(
    `The backup has a newer schema than version 0.2.0 of the gateway (migration "0004_newer" is unknown here): ${cure}`,
  );
});

test("a backup is refused if one of its migrations has another content here", () => {
  const header = { ...headerWith([]), migrations: [{ name: "0001_init", checksum: "other" }] };
  expect(() => planRestore(header, known, "0.2.0")).toThrow('another content of the migration "0001_init"');
});
