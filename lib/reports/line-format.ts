import { STORED_COLUMNS } from "@/lib/calls/columns";
import type { PayerNames } from "@/lib/wire/payer-names";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { type CallLines, cellText, isNull } from "./call-lines";
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

/** Appends one cell as the format has it. */
type AppendCell = (lines: LineBuffer, text: Buffer, from: number, to: number) => void;

/** How a format writes each kind of value. Numbers are those of the database, digit by digit. */
interface ValueFormat {
  readonly nothing: Uint8Array;
  readonly text: AppendCell;
  /** Appends a value that is not in the cell as it stands. */
  readonly made: (value: string | readonly unknown[]) => string;
}

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
  text(lines, text, from, to) {
    const isPlain = PLAIN_STARTS[text[from] ?? 0] === 1 && lines.appendCell(text, from, to, PLAIN);
    if (!isPlain && to > from) lines.append(csvCell(cellText(text, from, to)));
  },
  made: (value) => csvCell(typeof value === "string" ? value : JSON.stringify(value)),
};

const JSON_VALUES: ValueFormat = {
  nothing: bytesOf("null"),
  text(lines, text, from, to) {
    lines.appendBytes(QUOTE);
    if (lines.appendCell(text, from, to, UNESCAPED)) lines.appendBytes(QUOTE);
    else lines.append(JSON.stringify(cellText(text, from, to)).slice(1));
  },
  made: (value) => JSON.stringify(value),
};

const CSV_CELLS = cellsOf(CSV_VALUES);
const JSON_CELLS = cellsOf(JSON_VALUES);
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
        appendCell(lines, calls, first, CSV_FIRST[nth] ?? 0, CSV_CELLS);
      }
      for (let nth = 0; nth < names.length; nth++) lines.appendBytes(names[nth] ?? NO_BYTES);
      for (let nth = 0; nth < CSV_LAST.length; nth++) {
        lines.appendBytes(COMMA);
        appendCell(lines, calls, first, CSV_LAST[nth] ?? 0, CSV_CELLS);
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
        appendCell(lines, calls, first, at, JSON_CELLS);
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
  cells: readonly AppendCell[],
): void {
  const from = (bounds[first + column] ?? 0) + 1;
  cells[column]?.(lines, text, from, bounds[first + column + 1] ?? 0);
}

/** How the cells of each stored column are written. */
function cellsOf({ nothing, text: appendText, made }: ValueFormat): readonly AppendCell[] {
  return STORED_COLUMNS.map(({ type }) => {
    const append = appendOf(type);
    return (lines, text, from, to) => {
      if (isNull(text, from, to)) lines.appendBytes(nothing);
      else append(lines, text, from, to);
    };
  });

  function appendOf(type: (typeof STORED_COLUMNS)[number]["type"]): AppendCell {
    switch (type) {
      case "ms":
      case "number":
      case "count":
      case "unit":
        return (lines, text, from, to) => void lines.appendCell(text, from, to, ASCII);
      case "time":
        return (lines, text, from, to) =>
          lines.append(made(new Date(Number(text.toString("latin1", from, to))).toISOString()));
      case "names":
      case "tried":
        return (lines, text, from, to) => lines.append(made(listOf(cellText(text, from, to))));
      default:
        return appendText;
    }
  }
}

const EMPTY: readonly unknown[] = [];

/** The list that a cell has as JSON. */
function listOf(json: string | null): readonly unknown[] {
  if (json === null || json === "[]") return EMPTY;
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list : EMPTY;
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}
