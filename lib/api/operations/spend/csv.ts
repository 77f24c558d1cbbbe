/**
 * What makes a spreadsheet take a cell for a formula (OWASP, CSV injection), also in full width. Spaces and quotes
 * before it do not keep it from running.
 */
const FORMULA = /^(?:[\t\r\n]|[ "]*[=+\-@＝＋－＠])/;
/** Where the list separator is another one than the comma, quotes within a line do not hold a cell together. */
const LATER_FORMULA = /([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One row of CSV with its line break (RFC 4180). Null is an empty cell. A text that a spreadsheet would run as a formula
 * gets an apostrophe before it, wherever a spreadsheet might begin a cell: ids and names can come from callers.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = value.replace(LATER_FORMULA, "$1'");
  const text = FORMULA.test(harmless) ? `'${harmless}` : harmless;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
