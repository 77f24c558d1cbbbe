import { expect, test } from "vitest";
import type { ImportedRow, ImportReport } from "@/lib/wire/tables/entity-tables";
import { importText, reportText, rowText } from "./import-words";

const report = (created: number, updated: number, unchanged: number, refused: number): ImportReport => ({
  dry_run: true,
  applied: false,
  created,
  updated,
  unchanged,
  refused,
  ignored_columns: [],
  rows: [],
});

test.each<[ImportReport, string, string | undefined]>([
  [report(2, 1, 3, 0), "2 new, 1 changed, 3 as they are", "Import 3 rows"],
  [report(1, 0, 1, 0), "1 new, 1 as it is", "Import 1 row"],
  [report(0, 0, 2, 0), "2 as they are", undefined],
  [report(1, 0, 0, 1), "1 new, 1 refused", undefined],
  [report(0, 0, 0, 0), "The file has no rows", undefined],
])("a report says %#", (given, text, button) => {
  expect([reportText(given), importText(given)]).toEqual([text, button]);
});

const row = (action: ImportedRow["action"], changes: ImportedRow["changes"] = [], error?: string): ImportedRow => ({
  line: 2,
  id: "a",
  action,
  changes,
  ...(error !== undefined && { error }),
});

test.each<[ImportedRow, string]>([
  [row("create"), "New"],
  [row("create", [{ field: "models", before: null, after: ["a", "b"] }]), "New, with models a, b"],
  [
    row("update", [
      { field: "max_budget", before: 5, after: 7 },
      { field: "models", before: ["a"], after: [] },
      { field: "team_alias", before: null, after: "Ada" },
    ]),
    "max_budget 5 → 7, models a → none, team_alias none → Ada",
  ],
  [row("none"), "As it is"],
  [row("refuse", [], "max_budget: must be a number"), "max_budget: must be a number"],
])("a row says %#", (given, text) => {
  expect(rowText(given)).toBe(text);
});
