import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEntityId } from "@/lib/entity-id";
import { csvRow } from "@/lib/reports/csv";
import { readCsv } from "@/lib/reports/read-csv";
import type { TableColumn } from "@/lib/wire/tables/entity-tables";
import { planImport, readTable, type ReadTable, tableCell } from "./plan-import";

const COLUMNS: readonly TableColumn[] = [
  { name: "id", type: "text", of: "id" },
  { name: "alias", type: "text", of: "set" },
  { name: "models", type: "list", of: "set" },
  { name: "budget", type: "number", of: "set" },
  { name: "blocked", type: "flag", of: "set" },
  { name: "teams", type: "list", of: "new" },
  { name: "spend", type: "number", of: "shown" },
];
const KNOWN = new Map([["a", { id: "a", alias: "Ada", models: ["m1"], budget: 5, blocked: false, teams: [] }]]);
const HEAD = ["id", "alias", "models", "budget", "blocked"];

function planOf(lines: readonly string[][], { takesIds = true, fault }: { takesIds?: boolean; fault?: string } = {}) {
  const table: ReadTable = readTable(COLUMNS, lines);
  if (table.fault !== undefined) throw new Error(table.fault);
  return planImport({ columns: COLUMNS, idInput: "key", takesIds, check: () => fault }, table.rows, KNOWN);
}

test.each<[string, string[][], RegExp]>([
  ["an empty file", [], /is empty/],
  ["a column that is none", [["id", "colour"]], /"colour" is not a column\. Columns: id, alias/],
  ["a column twice", [["id", "id"]], /id appears twice/],
  ["too many rows", [["id"], ...Array.from({ length: 501 }, (_, at) => [String(at)])], /has 501 rows/],
])("no table is read from %s", (_what, lines, fault) => {
  expect(readTable(COLUMNS, lines)).toMatchObject({ fault: expect.stringMatching(fault) });
});

test("columns of an export that nobody can set are ignored, and named", () => {
  expect(
    readTable(COLUMNS, [
      ["id", "spend"],
      ["a", "9"],
    ]),
  ).toEqual({
    ignored: ["spend"],
    rows: [{ line: 2, id: "a", set: {} }],
  });
});

describe("a row", () => {
  test.each<[string, string[], object]>([
    ["as it is", ["a", "Ada", "m1", "5", "false"], { action: "none", changes: [], body: {} }],
    [
      "with another budget",
      ["a", "Ada", "m1", "7.5", ""],
      { action: "update", changes: [{ field: "budget", before: 5, after: 7.5 }], body: { key: "a", budget: 7.5 } },
    ],
    [
      "whose empty cells clear",
      ["a", "", "", "", ""],
      { action: "update", body: { key: "a", alias: null, models: [], budget: null } },
    ],
    [
      "with an id that nothing has",
      ["b", "Bea", "m1, m2", "", "TRUE"],
      { action: "create", id: "b", body: { key: "b", alias: "Bea", models: ["m1", "m2"], blocked: true } },
    ],
    [
      "with a list whose entries have commas and quotes",
      ["a", "Ada", '"a,b", "c ""d""" ,e', "5", ""],
      { action: "update", body: { key: "a", models: ["a,b", 'c "d"', "e"] } },
    ],
    ["with a number as spreadsheets write it", ["a", "Ada", "m1", "5E+0", ""], { action: "none" }],
    ["without an id", ["", "Cy", "", "", ""], { action: "create", id: null, body: { alias: "Cy" } }],
    [
      "with a number that is none",
      ["a", "", "", "5 $", ""],
      { action: "refuse", error: /budget: must be a number, but is "5 \$"/ },
    ],
    [
      "with a flag that is none",
      ["a", "", "", "", "yes"],
      { action: "refuse", error: /blocked: must be true or false/ },
    ],
    ["with too few cells", ["a", "Ada"], { action: "refuse", error: /has 2 cells, and the first line names 5/ }],
  ])("%s", (_what, cells, expected) => {
    const [row] = planOf([HEAD, cells]);
    const { error, ...rest } = expected as { error?: RegExp };
    expect(row).toMatchObject({ line: 2, ...rest });
    if (error) expect(row?.error).toMatch(error);
  });

  test("is refused where its id stands before", () => {
    expect(planOf([HEAD, ["a", "Ada", "m1", "5", ""], ["a", "Eve", "m1", "5", ""]])[1]).toMatchObject({
      action: "refuse",
      error: "Line 2 has the same id.",
    });
  });

  test("is refused where rows get their ids from the gateway", () => {
    expect(planOf([HEAD, ["b", "", "", "", ""]], { takesIds: false })[0]).toMatchObject({ action: "refuse" });
  });

  test("is refused where the operation would refuse its input", () => {
    const plan = planOf([HEAD, ["b", "", "", "", ""], ["a", "x", "m1", "5", ""]], { fault: "alias: is too long" });
    expect(plan.map(({ action, error }) => [action, error])).toEqual([
      ["refuse", "alias: is too long"],
      ["refuse", "alias: is too long"],
    ]);
  });

  test("takes what only new rows take when it is created, and not when it is changed", () => {
    const plan = planOf([
      ["id", "teams"],
      ["a", "t"],
      ["b", "t"],
    ]);
    expect(plan.map(({ action, body }) => [action, body])).toEqual([
      ["none", {}],
      ["create", { key: "b", teams: ["t"] }],
    ]);
  });
});

const name = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((text) => isEntityId(text) && text.trim() !== "");
const storedRow = fc.record({
  id: fc.oneof(name, fc.constantFrom(" a", "a", "a ", "a,b", '"a"', "=1+1", "'=1+1", "Straße/%2F")),
  alias: fc.option(name),
  models: fc.array(fc.oneof(name, fc.constantFrom("a,b", '"', " x", 'a"",b', "gpt-*")), { maxLength: 4 }),
  budget: fc.option(fc.constantFrom(0, 0.1, 1e-7, 123_456.789, 99_999_999_999)),
  blocked: fc.boolean(),
});

test("an export is read back as it is stored, whatever stands in it", () => {
  fc.assert(
    fc.property(fc.uniqueArray(storedRow, { selector: ({ id }) => id, minLength: 1, maxLength: 6 }), (stored) => {
      const lines = stored.map((row) => csvRow(HEAD.map((column) => tableCell(row[column as keyof typeof row]))));
      const table = readTable(COLUMNS, readCsv(csvRow(HEAD) + lines.join("")) ?? []);
      if (table.fault !== undefined) throw new Error(table.fault);
      const existing = new Map(stored.map((row) => [row.id, row]));
      const kind = { columns: COLUMNS, idInput: "key", takesIds: true, check: () => undefined };
      const plan = planImport(kind, table.rows, existing);
      expect(plan.map(({ id, action, changes }) => [id, action, changes])).toEqual(
        stored.map(({ id }) => [id, "none", []]),
      );
    }),
  );
});
