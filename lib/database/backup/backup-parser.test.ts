import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BackupParser, type BackupPart } from "./backup-parser";
import { type BackupHeader, type BackupRecord, encodeRecord, END_OF_ROWS, FORMAT } from "./file-format";

const HEADER: BackupHeader = {
  format: FORMAT,
  format_version: 1,
  version: "0.1.0",
  oldest_version: "0.1.0",
  created_at: "2026-11-22T10:00:00.000Z",
  installation: null,
  migrations: [{ name: "0001_init", checksum: "sum" }],
};

/** The content of a backup with tables of the given rows. */
function contentOf(tables: readonly (readonly string[])[], header = HEADER): Buffer {
  const pieces = [encodeRecord({ kind: "header", header })];
  tables.forEach((rows, index) => {
    pieces.push(encodeRecord({ kind: "table", value: { name: `t${index}`, columns: ["id"] } }));
    pieces.push(Buffer.from(rows.map((row) => `${row}\n`).join("")), END_OF_ROWS);
    pieces.push(encodeRecord({ kind: "rows", value: rows.length }));
  });
  pieces.push(encodeRecord({ kind: "sequences", value: [] }));
  const sha256 = createHash("sha256").update(Buffer.concat(pieces)).digest("hex");
  const total = { tables: tables.length, rows: tables.flat().length, sha256 };
  return Buffer.concat([...pieces, encodeRecord({ kind: "end", value: total })]);
}

function parse(content: Buffer, size = content.length): BackupPart[] {
  const parser = new BackupParser();
  const parts: BackupPart[] = [];
  for (let at = 0; at < content.length; at += size) parts.push(...parser.push(content.subarray(at, at + size)));
  parser.finish();
  return parts;
}

/** The rows of each table, put together again. */
function rowsIn(parts: readonly BackupPart[]): string[][] {
  const tables: string[] = [];
  for (const part of parts) {
    if (part.kind === "table") tables.push("");
    if (part.kind === "data") tables[tables.length - 1] += part.data.toString();
  }
  return tables.map((text) => text.split("\n").slice(0, -1));
}

test("a backup is read as it was written, in pieces of any size, whatever its rows hold", () => {
  // COPY doubles each backslash, so a row is never `\.`, but may end with the same bytes.
  const row = fc
    .oneof(fc.constantFrom("", "a\\\\.", "\\\\.", "\\N\tx", "é\t\\n"), fc.string({ unit: "grapheme-ascii" }))
    .map((text) => text.replaceAll("\n", "\\n"))
    .filter((text) => text !== "\\.");
  fc.assert(
    fc.property(fc.array(fc.array(row)), fc.integer({ min: 1, max: 300 }), (tables, size) => {
      expect(rowsIn(parse(contentOf(tables), size))).toEqual(tables);
    }),
  );
});

test("no byte of a backup can change unnoticed", () => {
  const content = contentOf([["1\tAda", "2\tBob"], []]);
  for (let at = 0; at < content.length; at++) {
    const changed = Buffer.from(content);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => parse(changed), `byte ${at}`).toThrow(/damaged|not a backup|cannot read/);
  }
});

test("a backup that lacks a row names the table that lacks it", () => {
  const content = contentOf([["1\tAda"], ["2\tBob", "3\tEve"]]).toString();
  expect(() => parse(Buffer.from(content.replace("2\tBob\n", "")))).toThrow(
    "its table t1 has 1 rows where 2 were written",
  );
});

test("a backup that ends anywhere before its end is refused", () => {
  const content = contentOf([["1\tAda"]]);
  for (let length = 0; length < content.length; length++)
    expect(() => parse(content.subarray(0, length), 7), `${length} bytes`).toThrow(/its end is missing/);
});

test.each<[string, Buffer, RegExp]>([
  ["something follows its end", Buffer.concat([contentOf([]), Buffer.from("x")]), /something follows its end/],
  ["it is another kind of file", Buffer.from("-- PostgreSQL database dump\n"), /not a backup of the gateway/],
  [
    "its format is a newer one",
    contentOf([], { ...HEADER, format_version: 2, version: "3.0.0" }),
    /version 3\.0\.0 or newer/,
  ],
])("a file is refused in one sentence if %s", (_, content, message) => {
  expect(() => parse(content)).toThrow(message);
});

test.each<[string, BackupRecord[]]>([
  ["a number of rows without a table", [{ kind: "rows", value: 0 }]],
  ["an end with other totals", [{ kind: "end", value: { tables: 1, rows: 0, sha256: "0".repeat(64) } }]],
])("%s is refused", (_, records) => {
  const content = [encodeRecord({ kind: "header", header: HEADER }), ...records.map(encodeRecord)];
  expect(() => parse(Buffer.concat(content))).toThrow(/damaged/);
});
