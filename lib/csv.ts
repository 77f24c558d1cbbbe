/** What makes a spreadsheet take a cell for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One row of CSV with its line break (RFC 4180). Null is an empty cell. A text that a spreadsheet would run as a formula
 * gets an apostrophe before it: ids and names can come from callers.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
