import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { callText, type CallTexts } from "@/testing/spend/call-text";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { NAMES_OF_PAYERS, PAYER_NAME_COLUMNS } from "@/lib/wire/payer-names";
import { readCallLines } from "./call-lines";
import { csvRow } from "./csv";
import { LineBuffer } from "./line-buffer";
import { LINE_FORMATS } from "./line-format";
import type { ExportFormat } from "./report-reader";

/** Every call starts at a time. */
const STARTED = { started_at: String(Date.UTC(2026, 10, 21) + 7) };
const STARTED_AT = "2026-11-21T00:00:00.007Z";
const FIELDS: readonly string[] = [...CALL_FIELDS, ...PAYER_NAME_COLUMNS];

/** A line, whose names are given in the order of `NAMES_OF_PAYERS`. */
async function lineOf(
  format: ExportFormat,
  call: CallTexts,
  names: readonly (readonly (string | null)[])[] = [],
): Promise<string> {
  const lines = new LineBuffer();
  const { namesPiece, appendLine } = LINE_FORMATS[format];
  const pieces = Object.values(NAMES_OF_PAYERS).map((columns, kind) => namesPiece(columns, names[kind] ?? []));
  appendLine(lines, await readCallLines(callText([{ ...STARTED, ...call }])), 0, pieces);
  return Buffer.from(lines.take()).toString();
}

test("a line of CSV has numbers as they are, exact amounts, times in UTC, and lists as JSON", async () => {
  const call = { decision_ms: "-5", spend: "-0.000000001", route: "-1", tags: "[]", issuer: "é" };
  const line = await lineOf("csv", call, [[], ["=U", null]]);
  expect(line.endsWith(",é,,,,\r\n")).toBe(true);
  const cells = line.slice(0, -2).split(",");
  expect(Object.fromEntries(EXPORT_COLUMNS.map((column, at) => [column, cells[at]]))).toEqual({
    ...Object.fromEntries(FIELDS.map((field) => [field, ""])),
    started_at: STARTED_AT,
    decision_ms: "-5",
    spend: "'-0.000000001",
    route: "'-1",
    user_alias: "'=U",
    tags: "[]",
    issuer: "é",
  });
  expect(LINE_FORMATS.csv.head).toBe(`${EXPORT_COLUMNS.join(",")}\r\n`);
});

test("a line of JSON has every column and then the names", async () => {
  const texts = {
    call_id: "a",
    duration_ms: "12",
    tags: '["q\\"", "\u2028"]',
    spend: "0.000000001",
    tried: '[{"model": "m"}]',
  };
  const line = await lineOf("jsonl", texts, [['K"', null]]);
  expect(line.endsWith("}\n")).toBe(true);
  const all: Record<string, unknown> = {
    ...Object.fromEntries(FIELDS.map((field) => [field, null])),
    ...texts,
    started_at: STARTED_AT,
    duration_ms: 12,
    tags: ['q"', "\u2028"],
    tried: [{ model: "m" }],
    key_alias: 'K"',
  };
  expect(Object.entries(JSON.parse(line) as object)).toEqual(FIELDS.map((field) => [field, all[field]]));
  expect(line).toContain('"tags":["q\\"","\u2028"],"tried":[{"model":"m"}],');
});

const TEXT = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("a", " ", '"', "\\", ",", ";", "=", "\n", "\t", "\x7f", "é", "＝", "😀") }),
);

test("whatever a text holds, its cell is that of a row of CSV, and its member that of JSON", async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, async (text) => {
      const rest = EXPORT_COLUMNS.slice(1).map((column) => (column === "started_at" ? STARTED_AT : null));
      expect(await lineOf("csv", { call_id: text })).toBe(csvRow([text, ...rest]));
      expect(await lineOf("jsonl", { call_id: text })).toContain(`{"call_id":${JSON.stringify(text)},"started_at":"`);
    }),
  );
});
