import { plainCharacters } from "./line-buffer";

/**
 * A cell that a spreadsheet runs as a formula (OWASP, CSV injection): it starts with one of these characters, also in
 * full width. Spaces and quotes before them make no difference. One that apostrophes make harmless already gets another
 * one, so that reading the cell takes away what writing it has added.
 */
const FORMULA = /^'*(?:[\t\r\n]|[ "]*[=+\-@＝＋－＠])/;
/** If a spreadsheet does not separate cells by commas, a cell, and so a formula, may also begin inside quotes. */
const LATER_FORMULA = /([;\t\r\n][ "]*)(?='*[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n]/;
/** Nearly every cell is one that no other rule touches, and one look finds that out. */
const PLAIN = /^(?:[^'",;\t\r\n =+\-@＝＋－＠][^",;\t\r\n]*)?$/;
/** The same by characters: a plain cell begins with one of the first, and has only the others. */
export const PLAIN_STARTS = plainCharacters((character) => PLAIN.test(character));
export const PLAIN_CHARACTERS = plainCharacters((character) => PLAIN.test(`a${character}`));

/**
 * One row of CSV with its line break (RFC 4180). Null is an empty cell. Ids and names can come from callers, so text
 * that a spreadsheet would run as a formula gets an apostrophe before it, wherever a spreadsheet might begin a cell.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** One cell of such a row, without the comma before it. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (PLAIN.test(value)) return value;
  const harmless = value.replace(LATER_FORMULA, "$1'");
  const text = FORMULA.test(harmless) ? `'${harmless}` : harmless;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
