import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallValue, NamedRow } from "@/lib/store/calls/read-call-rows";
import { PAYER_NAME_COLUMNS } from "@/lib/wire/payer-names";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { csvRow } from "./csv";
import type { ExportFormat } from "./report-reader";

/** How a format of exports writes calls, whichever database they come from. */
export interface LineFormat {
  /** What stands before the first line. */
  readonly head: string;
  /** A call with the names of its payers as a line, with its line break. */
  line(row: NamedRow): string;
}

/** The columns of a row. */
const FIELDS: readonly string[] = [...CALL_FIELDS, ...PAYER_NAME_COLUMNS];
/** Where a row has each column of CSV. */
const CSV_INDEXES = EXPORT_COLUMNS.map((column) => FIELDS.indexOf(column));
const JSON_MEMBERS = FIELDS.map((field, at) => `${at === 0 ? "{" : ","}"${field}":`);

export const LINE_FORMATS: Readonly<Record<ExportFormat, LineFormat>> = {
  csv: {
    head: csvRow(EXPORT_COLUMNS),
    line: (row) => csvRow(CSV_INDEXES.map((at) => cellOf(row[at] ?? null))),
  },
  jsonl: {
    head: "",
    line: (row) => `${JSON_MEMBERS.map((member, at) => member + jsonOf(row[at] ?? null)).join("")}}\n`,
  },
};

function jsonOf(value: CallValue): string | number | null {
  return typeof value === "number" || value === null ? value : JSON.stringify(value);
}

function cellOf(value: CallValue): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
