import type { ExportFormat } from "@/lib/reports/report-reader";
import { PAYER_NAME_COLUMNS } from "@/lib/wire/payer-names";
import { CALL_FIELDS, type CallField } from "@/lib/calls/columns";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { isNullable, isNumber } from "./schema";

/**
 * The lines of an export, written by ClickHouse in two parts. The names of the payers belong between them, and only
 * PostgreSQL has these. To make an object of every value in this process would cost more than the whole line.
 */

type Column = CallField;

/** Text of SQL for a text, whatever it holds. */
const sqlText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const joined = (parts: readonly string[]): string =>
  parts.length === 1 ? parts.join("") : `concat(${parts.join(", ")})`;
/** Binds a value to a name, so that `write` may use it several times. */
const letting = (name: string, value: string, write: string): string => `arrayMap(${name} -> ${write}, [${value}])[1]`;

// Full-width characters are alternatives, not members of the class, so that they match byte by byte.
const FORMULA = "(?:[=+@-]|＝|＋|－|＠)";
// The rules of lib/reports/csv.ts, which a test compares with these.
const MAY_MATTER = sqlText(String.raw`[",;\t\r\n]|^ *${FORMULA}`);
const BEGINS_FORMULA = sqlText(String.raw`^(?:[\t\r\n]|[ "]*${FORMULA})`);
const LATER_FORMULA = sqlText(String.raw`([;\t\r\n][ "]*)(${FORMULA})`);
const NEEDS_QUOTES = sqlText(String.raw`[",\r\n]`);

/** A text as a cell of CSV. Nearly none needs care, and only those are looked at twice. */
function csvText(text: string): string {
  const harmless = `replaceRegexpAll(${text}, ${LATER_FORMULA}, ${sqlText(String.raw`\1'\2`)})`;
  const begun = letting("held", harmless, `if(match(held, ${BEGINS_FORMULA}), concat(${sqlText("'")}, held), held)`);
  const cell = letting(
    "cell",
    begun,
    `if(match(cell, ${NEEDS_QUOTES}), concat('"', replaceAll(cell, '"', '""'), '"'), cell)`,
  );
  return `if(match(${text}, ${MAY_MATTER}), ${cell}, ${text})`;
}

/** ClickHouse's JSON escapes some signs in capitals, and three that others leave as they are. */
const CAPITALS = Array.from({ length: 32 }, (_, code) => code.toString(16).padStart(4, "0")).filter(
  (hex) => /[a-f]/.test(hex) && !["000a", "000c", "000d"].includes(hex),
);
const SIGNS: readonly (readonly [sign: string, written: string])[] = [
  ...CAPITALS.map((hex) => [String.fromCharCode(Number.parseInt(hex, 16)), `\\u${hex}`] as const),
  ["\u2028", "\u2028"],
  ["\u2029", "\u2029"],
  ["/", "/"],
];
const SIGN_CLASS = SIGNS.map(([sign]) => sign).join("");
const PIECES = sqlText(`[${SIGN_CLASS}]|[^${SIGN_CLASS}]+`);
const listOf = (texts: readonly string[]): string => `[${texts.map(sqlText).join(", ")}]`;
const [SIGN_LIST, WRITTEN_LIST] = [listOf(SIGNS.map(([sign]) => sign)), listOf(SIGNS.map(([, written]) => written))];

/** A text as one of JSON, as `JSON.stringify` writes it. */
function jsonText(text: string): string {
  const plain = letting("quoted", "toJSONString(piece)", "substring(quoted, 2, length(quoted) - 2)");
  const escaped = `arrayStringConcat(arrayMap(
    piece -> if(has(${SIGN_LIST}, piece), transform(piece, ${SIGN_LIST}, ${WRITTEN_LIST}, ''), ${plain}), extractAll(${text}, ${PIECES})))`;
  return `concat('"', if(match(${text}, ${sqlText(String.raw`["\\\x00-\x1f]`)}), ${escaped}, ${text}), '"')`;
}

const jsonList = (items: string, item: string, each: string): string =>
  `concat('[', arrayStringConcat(arrayMap(${item} -> ${each}, ${items}), ','), ']')`;
const TRIED = `if(tried = '[]', tried, ${jsonList(
  "JSONExtractArrayRaw(tried)",
  "attempt",
  `concat('{', arrayStringConcat(arrayMap(pair -> concat(${jsonText("pair.1")}, ':', ${jsonText("pair.2")}),
    JSONExtractKeysAndValues(attempt, 'String')), ','), '}')`,
)})`;
/** Arrays in JSON, without spaces. */
const ARRAYS: Readonly<Partial<Record<Column, string>>> = {
  tags: jsonList("tags", "tag", jsonText("tag")),
  tried: TRIED,
};
const EXACT: Readonly<Partial<Record<Column, string>>> = {
  started_at: "concat(replaceOne(toString(started_at), ' ', 'T'), 'Z')",
  spend: "toDecimalString(spend, 9)",
};

const isName = (column: string): boolean => PAYER_NAME_COLUMNS.some((name) => name === column);
/** A text that is never null. */
const textOf = (column: Column): string => (isNullable(column) ? `ifNull(${column}, '')` : column);

function csvCell(column: Column): string {
  if (isNumber(column)) return `ifNull(toString(${column}), '')`;
  const written = EXACT[column] ?? ARRAYS[column];
  return written === undefined ? csvText(textOf(column)) : letting("text", written, csvText("text"));
}

function jsonCell(column: Column): string {
  const exact = EXACT[column];
  if (exact !== undefined) return `concat('"', ${exact}, '"')`;
  if (isNumber(column)) return `ifNull(toString(${column}), 'null')`;
  const text = ARRAYS[column] ?? jsonText(textOf(column));
  return isNullable(column) ? `if(isNull(${column}), 'null', ${text})` : text;
}

const FIRST_NAME = EXPORT_COLUMNS.findIndex(isName);
const csvCells = (columns: readonly string[]): string =>
  joined(
    CALL_FIELDS.filter((column) => columns.includes(column))
      .flatMap((column) => ["','", csvCell(column)])
      .slice(1),
  );

/** What stands before the names of the payers of a line, and what behind them, for `SELECT`. */
export const LINE_PARTS: Readonly<Record<ExportFormat, readonly [before: string, behind: string]>> = {
  csv: [
    csvCells(EXPORT_COLUMNS.slice(0, FIRST_NAME)),
    csvCells(EXPORT_COLUMNS.slice(FIRST_NAME).filter((name) => !isName(name))),
  ],
  jsonl: [
    joined(CALL_FIELDS.flatMap((column, at) => [sqlText(`${at === 0 ? "{" : ","}"${column}":`), jsonCell(column)])),
    "''",
  ],
};
