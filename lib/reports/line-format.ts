import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallValue, NamedRow } from "@/lib/store/calls/read-call-rows";
import { PAYER_NAME_COLUMNS } from "@/lib/wire/payer-names";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { appendCsvCell, csvRow } from "./csv";
import { ASCII, type LineBuffer, plainCharacters } from "./line-buffer";
import type { ExportFormat } from "./report-reader";

/** How a format of exports writes calls, whichever database they come from. */
export interface LineFormat {
  /** What stands before the first line. */
  readonly head: string;
  /** Appends a call with the names of its payers as a line, with its line break. */
  appendLine(lines: LineBuffer, row: NamedRow): void;
}

/** The columns of a row. */
const FIELDS: readonly string[] = [...CALL_FIELDS, ...PAYER_NAME_COLUMNS];
/** Where a row has each column of CSV. */
const CSV_INDEXES = EXPORT_COLUMNS.map((column) => FIELDS.indexOf(column));
const JSON_MEMBERS = FIELDS.map((field, at) => bytesOf(`${at === 0 ? "{" : ","}"${field}":`));
const NO_BYTES = new Uint8Array();
const COMMA = bytesOf(",");
const CSV_END = bytesOf("\r\n");
const JSON_END = bytesOf("}\n");
const NULL = bytesOf("null");
const QUOTE = bytesOf('"');

export const LINE_FORMATS: Readonly<Record<ExportFormat, LineFormat>> = {
  csv: {
    head: csvRow(EXPORT_COLUMNS),
    appendLine(lines, row) {
      for (let nth = 0; nth < CSV_INDEXES.length; nth++) {
        if (nth > 0) lines.appendBytes(COMMA);
        appendCsvCell(lines, cellOf(row[CSV_INDEXES[nth] ?? 0] ?? null));
      }
      lines.appendBytes(CSV_END);
    },
  },
  jsonl: {
    head: "",
    appendLine(lines, row) {
      for (let at = 0; at < JSON_MEMBERS.length; at++) {
        lines.appendBytes(JSON_MEMBERS[at] ?? NO_BYTES);
        appendJson(lines, row[at] ?? null);
      }
      lines.appendBytes(JSON_END);
    },
  },
};

/** The characters that JSON has in a string as they are. */
const UNESCAPED = plainCharacters((character) => JSON.stringify(character) === `"${character}"`);

function appendJson(lines: LineBuffer, value: CallValue): void {
  if (value === null) {
    lines.appendBytes(NULL);
    return;
  }
  if (typeof value === "number") {
    // `JSON.stringify` takes several times as long, and a line has some thirty numbers.
    lines.appendPlain(Number.isFinite(value) ? String(value) : "null", ASCII);
    return;
  }
  if (typeof value !== "string") {
    const text = JSON.stringify(value);
    if (!lines.appendPlain(text, ASCII)) lines.append(text);
    return;
  }
  lines.appendBytes(QUOTE);
  if (lines.appendPlain(value, UNESCAPED)) lines.appendBytes(QUOTE);
  else lines.append(JSON.stringify(value).slice(1));
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

function cellOf(value: CallValue): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
