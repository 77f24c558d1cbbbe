import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallValue, NamedRow } from "@/lib/store/calls/read-call-rows";
import type { CallLog } from "@/lib/wire/spend";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { PAYER_NAME_COLUMNS } from "@/lib/wire/payer-names";
import { csvRow } from "./csv";
import { LineBuffer } from "./line-buffer";
import { LINE_FORMATS } from "./line-format";
import type { ExportFormat } from "./report-reader";

const FIELDS: readonly (keyof CallLog)[] = [...CALL_FIELDS, ...PAYER_NAME_COLUMNS];
function row(values: Readonly<Partial<Record<keyof CallLog, CallValue>>>): NamedRow {
  return FIELDS.map((field) => values[field] ?? null);
}

function lineOf(format: ExportFormat, call: NamedRow): string {
  const lines = new LineBuffer();
  LINE_FORMATS[format].appendLine(lines, call);
  return Buffer.from(lines.take()).toString();
}

test("a line of CSV has numbers as they are, exact amounts, times in UTC, and lists as JSON", () => {
  const line = lineOf(
    "csv",
    row({
      started_at: new Date(Date.UTC(2026, 10, 21) + 7),
      decision_ms: -5,
      spend: "-0.000000001",
      route: "-1",
      user_alias: "=U",
      tags: [],
      issuer: "é",
    }),
  );
  expect(line.endsWith(",é,,,\r\n")).toBe(true);
  const cells = line.slice(0, -2).split(",");
  expect(Object.fromEntries(EXPORT_COLUMNS.map((column, at) => [column, cells[at]]))).toEqual({
    ...Object.fromEntries(FIELDS.map((field) => [field, ""])),
    started_at: "2026-11-21T00:00:00.007Z",
    decision_ms: "-5",
    spend: "'-0.000000001",
    route: "'-1",
    user_alias: "'=U",
    tags: "[]",
    issuer: "é",
  });
  expect(LINE_FORMATS.csv.head).toBe(`${EXPORT_COLUMNS.join(",")}\r\n`);
});

test("a line of JSON has every column and then the names", () => {
  const values = {
    call_id: "a",
    tags: ['q"', "\u2028"],
    spend: "0.000000001",
    tried: [{ model: "m" }],
    key_alias: 'K"',
  };
  const line = lineOf("jsonl", row(values));
  expect(line.endsWith("}\n")).toBe(true);
  const all: Record<string, unknown> = { ...Object.fromEntries(FIELDS.map((field) => [field, null])), ...values };
  expect(Object.entries(JSON.parse(line) as object)).toEqual(FIELDS.map((field) => [field, all[field]]));
});

const TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom("a", " ", '"', "\\", ",", ";", "=", "\n", "\x7f", "é", "＝", "😀", "\ud800") }),
);

test("whatever a text holds, its cell is that of a row of CSV, and its member that of JSON", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      const call = row({ call_id: text });
      const bytesOf = (line: string): string => Buffer.from(line).toString();
      expect(lineOf("csv", call)).toBe(bytesOf(csvRow([text, ...EXPORT_COLUMNS.slice(1).map(() => null)])));
      expect(lineOf("jsonl", call)).toContain(bytesOf(`{"call_id":${JSON.stringify(text)},"started_at":null`));
    }),
  );
});

test("whatever a number is, its member is that of JSON", () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double()), (number) => {
      const call = row({ duration_ms: number });
      expect(lineOf("jsonl", call)).toContain(`"duration_ms":${JSON.stringify(number)},`);
    }),
  );
});
