import { PAYER_NAME_COLUMNS } from "@/lib/wire/payer-names";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";

/**
 * SQL for the lines of an export, which the database writes. At tens of thousands of lines a second, making an object
 * of each value here would cost more than the line itself. `call` is a row with the columns of a call and the names of
 * its payers.
 */

type Column = (typeof EXPORT_COLUMNS)[number];

/** The columns that hold arrays: SQL for each in JSON as `JSON.stringify` writes it, without spaces. */
const ARRAYS: Readonly<Partial<Record<Column, string>>> = {
  tags: "to_json(call.tags)::text",
  tried: `CASE WHEN call.tried = '[]' THEN '[]' ELSE (
      SELECT '[' || string_agg('{' || (
        SELECT string_agg(to_json(key)::text || ':' || value::text, ',') FROM jsonb_each(attempt)) || '}', ',' ORDER BY place) || ']'
      FROM jsonb_array_elements(call.tried) WITH ORDINALITY AS tried (attempt, place)) END`,
};
const STARTED_AT = `to_char(call.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for a column as an exact text: an amount or a time keeps all its digits. */
function textOf(column: Column): string {
  if (column === "started_at") return STARTED_AT;
  return ARRAYS[column] ?? `call.${column}::text`;
}

/** One line of JSON, with its line break. */
export const JSON_LINE = `(SELECT row_to_json(line)::text FROM (SELECT ${[...CALL_FIELDS, ...PAYER_NAME_COLUMNS]
  .map((column) => {
    if (column === "tried") return `(${textOf(column)})::json AS tried`;
    const isText = column === "started_at" || column === "spend";
    return isText ? `${textOf(column)} AS ${column}` : `call.${column}`;
  })
  .join(", ")}) AS line) || E'\\n'`;

/** The columns of numbers. A spreadsheet never runs a number as a formula. */
const NUMBERS = /_tokens$|_ms$|^(http_status|attempts|images|audio_seconds|characters)$/;

// The rules of lib/api/operations/spend/csv.ts, which a test compares with these.
const DANGEROUS = "[=+@＝＋－＠-]";
const BEGINS_FORMULA = String.raw`E'^(?:[\t\r\n]|[ "]*${DANGEROUS})'`;
const LATER_FORMULA = String.raw`E'([;\t\r\n][ "]*)(?=${DANGEROUS})'`;
const NEEDS_QUOTES = String.raw`E'[",\r\n]'`;
/** Separates cells until it is known that none of them needs care. */
const SEPARATOR = String.raw`E'\x1f'`;
const MAY_MATTER = String.raw`E'[",;\t\r\n]|(?:^|\x1f) *${DANGEROUS}'`;

const harmless = (text: string): string => String.raw`regexp_replace(${text}, ${LATER_FORMULA}, E'\\1''', 'g')`;
const quoted = (text: string): string => `'"' || replace(${text}, '"', '""') || '"'`;

/** SQL for an array in JSON as a cell. It begins with a bracket, and any but an empty array has quotes. */
function arrayCell(column: Column): string {
  const text = textOf(column);
  return `(SELECT CASE WHEN text = '[]' THEN text WHEN strpos(text, ';') = 0 THEN ${quoted("text")} ELSE ${quoted(harmless("text"))} END
    FROM (SELECT ${text} AS text OFFSET 0) AS written)`;
}

/**
 * SQL for cells side by side. One look at all of them together finds that nearly every line needs no care. That takes a
 * tenth of the time of a look at each cell.
 */
function plainCells(columns: readonly Column[]): string {
  const cells = columns.map((column) => `coalesce(${textOf(column)}, '')`).join(", ");
  const numbers = columns.flatMap((column, at) => (NUMBERS.test(column) ? [at + 1] : []));
  return `(SELECT CASE
      WHEN joined ~ ${MAY_MATTER} OR length(joined) - length(replace(joined, ${SEPARATOR}, '')) <> ${columns.length - 1} THEN (
        SELECT string_agg(CASE WHEN cell ~ ${NEEDS_QUOTES} THEN ${quoted("cell")} ELSE cell END, ',' ORDER BY place)
        FROM (
          SELECT place, CASE WHEN cell ~ ${BEGINS_FORMULA} AND place <> ALL ('{${numbers.join(",")}}'::int[]) THEN '''' || cell ELSE cell END AS cell
          FROM (SELECT place, ${harmless("cell")} AS cell FROM unnest(cells) WITH ORDINALITY AS given (cell, place)) AS harmless
        ) AS begun)
      ELSE replace(joined, ${SEPARATOR}, ',') END
    FROM (SELECT cells, array_to_string(cells, ${SEPARATOR}) AS joined FROM (SELECT ARRAY[${cells}] AS cells OFFSET 0) AS made OFFSET 0) AS put)`;
}

/** The cells of a line: runs of plain ones, and arrays by themselves. */
function csvCells(): string[] {
  const parts: string[] = [];
  let plain: Column[] = [];
  const close = (): void => {
    if (plain.length > 0) parts.push(plainCells(plain));
    plain = [];
  };
  for (const column of EXPORT_COLUMNS) {
    if (column in ARRAYS) {
      close();
      parts.push(arrayCell(column));
    } else plain.push(column);
  }
  close();
  return parts;
}

/** One line of CSV, with its line break. */
export const CSV_LINE = `${csvCells().join(" || ',' || ")} || E'\\r\\n'`;
