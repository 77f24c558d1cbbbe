import { STORED_COLUMNS } from "@/lib/calls/columns";
import type { PayerNames } from "@/lib/wire/payer-names";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { type CallLines, cellText, isNull, unescaped } from "./call-lines";
import { csvCell, csvRow, PLAIN_CHARACTERS, PLAIN_STARTS } from "./csv";
import { ASCII, type LineBuffer, plainCharacters } from "./line-buffer";
import type { ExportFormat } from "./report-reader";

/** How a format of exports writes calls, whichever database they come from. */
export interface LineFormat {
  /** What stands before the first line. */
  readonly head: string;
  /** The piece of a line that has the names of one payer; names that are left out are null. */
  namesPiece(columns: readonly (keyof PayerNames)[], names: readonly (string | null)[]): Uint8Array;
  /** Appends a call as a line, with its line break and with the pieces that have the names of its payers. */
  appendLine(lines: LineBuffer, calls: CallLines, line: number, names: readonly Uint8Array[]): void;
}

/** How a format writes each kind of value. Numbers stand in the cells as they are exported. */
interface ValueFormat {
  readonly nothing: Uint8Array;
  /** Appends the text of a cell that has one. */
  appendText(lines: LineBuffer, text: Buffer, from: number, to: number): void;
  /** Writes what stands in no cell. */
  write(value: string | readonly unknown[]): string;
  /** Lists as they are written, by the text of their cells: most calls have one of a few. */
  readonly lists: Map<string, Uint8Array>;
}

/** The lists that are remembered. */
const MOST_LISTS = 1_000;

const NO_BYTES = new Uint8Array();
const COMMA = bytesOf(",");
const CSV_END = bytesOf("\r\n");
const JSON_END = bytesOf("}\n");
const QUOTE = bytesOf('"');
const BACKSLASH = 92;

/** The characters that JSON has in a string as they are. None of them is a backslash, as in plain cells of CSV. */
const UNESCAPED = plainCharacters((character) => JSON.stringify(character) === `"${character}"`);
/** A backslash begins an escape of the database. */
const PLAIN = PLAIN_CHARACTERS.map((plain, code) => (code === BACKSLASH ? 0 : plain));

const CSV_VALUES: ValueFormat = {
  nothing: NO_BYTES,
  appendText(lines, text, from, to) {
    const isPlain = PLAIN_STARTS[text[from] ?? 0] === 1 && lines.appendCell(text, from, to, PLAIN);
    if (!isPlain && to > from) lines.append(csvCell(cellText(text, from, to)));
  },
  write: (value) => csvCell(typeof value === "string" ? value : JSON.stringify(value)),
  lists: new Map(),
};

const JSON_VALUES: ValueFormat = {
  nothing: bytesOf("null"),
  appendText(lines, text, from, to) {
    lines.appendBytes(QUOTE);
    if (lines.appendCell(text, from, to, UNESCAPED)) lines.appendBytes(QUOTE);
    else lines.append(JSON.stringify(cellText(text, from, to)).slice(1));
  },
  write: (value) => JSON.stringify(value),
  lists: new Map(),
};

/** The kinds of value, as numbers: a function for each column would take twice as long to call. */
const [TEXT, NUMBER, TIME, LIST] = [0, 1, 2, 3];
const KINDS = Uint8Array.from(STORED_COLUMNS, ({ type }) => {
  if (type === "time") return TIME;
  if (type === "names" || type === "tried") return LIST;
  return type === "ms" || type === "number" || type === "count" || type === "unit" ? NUMBER : TEXT;
});
const JSON_MEMBERS = STORED_COLUMNS.map(({ name }, at) => bytesOf(`${at === 0 ? "{" : ","}"${name}":`));
/** The columns of CSV before and behind the names of the payers. */
const [CSV_FIRST, CSV_LAST] = [false, true].map((isLast) =>
  [...STORED_COLUMNS.entries()].flatMap(([at, column]) => ((column.exportedLast ?? false) === isLast ? [at] : [])),
) as [number[], number[]];

export const LINE_FORMATS: Readonly<Record<ExportFormat, LineFormat>> = {
  csv: {
    head: csvRow(EXPORT_COLUMNS),
    namesPiece: (columns, names) => bytesOf(columns.map((_, at) => `,${csvCell(names[at] ?? null)}`).join("")),
    appendLine(lines, calls, line, names) {
      const first = line * calls.columns;
      for (let nth = 0; nth < CSV_FIRST.length; nth++) {
        if (nth > 0) lines.appendBytes(COMMA);
        appendCell(lines, calls, first, CSV_FIRST[nth] ?? 0, CSV_VALUES);
      }
      for (let nth = 0; nth < names.length; nth++) lines.appendBytes(names[nth] ?? NO_BYTES);
      for (let nth = 0; nth < CSV_LAST.length; nth++) {
        lines.appendBytes(COMMA);
        appendCell(lines, calls, first, CSV_LAST[nth] ?? 0, CSV_VALUES);
      }
      lines.appendBytes(CSV_END);
    },
  },
  jsonl: {
    head: "",
    namesPiece: (columns, names) =>
      bytesOf(columns.map((column, at) => `,"${column}":${JSON.stringify(names[at] ?? null)}`).join("")),
    appendLine(lines, calls, line, names) {
      const first = line * calls.columns;
      for (let at = 0; at < JSON_MEMBERS.length; at++) {
        lines.appendBytes(JSON_MEMBERS[at] ?? NO_BYTES);
        appendCell(lines, calls, first, at, JSON_VALUES);
      }
      for (let nth = 0; nth < names.length; nth++) lines.appendBytes(names[nth] ?? NO_BYTES);
      lines.appendBytes(JSON_END);
    },
  },
};

function appendCell(
  lines: LineBuffer,
  { text, bounds }: CallLines,
  first: number,
  column: number,
  format: ValueFormat,
): void {
  const from = (bounds[first + column] ?? 0) + 1;
  const to = bounds[first + column + 1] ?? 0;
  const kind = KINDS[column];
  if (isNull(text, from, to)) lines.appendBytes(format.nothing);
  else if (kind === NUMBER) lines.appendCell(text, from, to, ASCII);
  else if (kind === TEXT) format.appendText(lines, text, from, to);
  else if (kind === TIME) lines.append(format.write(new Date(Number(text.toString("latin1", from, to))).toISOString()));
  else lines.appendBytes(listPiece(text.toString("utf8", from, to), format));
}

/** A list as the format has it; `cell`: its JSON, as the cell has it. */
function listPiece(cell: string, { lists, write }: ValueFormat): Uint8Array {
  const known = lists.get(cell);
  if (known) return known;
  const piece = bytesOf(write(listOf(unescaped(cell))));
  if (lists.size >= MOST_LISTS) lists.clear();
  lists.set(cell, piece);
  return piece;
}

const EMPTY: readonly unknown[] = [];

function listOf(json: string): readonly unknown[] {
  if (json === "[]") return EMPTY;
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list : EMPTY;
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}
