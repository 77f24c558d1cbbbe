/** A field that `csvRow` has made harmless: an apostrophe before what a spreadsheet would run as a formula. */
const HARMLESS = /^'(?='*(?:[\t\r\n]|[ "]*[=+\-@＝＋－＠]))/;
const LATER_HARMLESS = /([;\t\r\n][ "]*)'(?='*[=+\-@＝＋－＠])/g;

/**
 * The rows of a CSV text (RFC 4180), each with its cells. Lines without any character are left out. Where the first
 * line has no comma, cells may be separated by semicolons, as spreadsheets of many countries write them. The
 * apostrophes by which `csvRow` makes formulas harmless are taken away again. Undefined: a quote is not closed.
 */
export function readCsv(text: string): string[][] | undefined {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const [first = ""] = source.split(/\r?\n/, 1);
  const separator = !first.includes(",") && first.includes(";") ? ";" : ",";
  const rows: string[][] = [];
  let [cells, cell, isQuoted, wasQuoted]: [string[], string, boolean, boolean] = [[], "", false, false];
  const endCell = (): void => {
    cells.push(plain(cell));
    [cell, wasQuoted] = ["", false];
  };
  const endRow = (): void => {
    const isEmpty = cells.length === 0 && cell === "" && !wasQuoted;
    if (!isEmpty) {
      endCell();
      rows.push(cells);
    }
    cells = [];
  };
  for (let at = 0; at < source.length; at++) {
    const letter = source.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (source.charAt(at + 1) === '"') [cell, at] = [`${cell}"`, at + 1];
      else isQuoted = false;
    } else if (letter === '"' && cell === "") [isQuoted, wasQuoted] = [true, true];
    else if (letter === separator) endCell();
    else if (letter === "\n") endRow();
    else if (letter !== "\r" || source.charAt(at + 1) !== "\n") cell += letter;
  }
  if (isQuoted) return undefined;
  endRow();
  return rows;
}

function plain(cell: string): string {
  return cell.replace(LATER_HARMLESS, "$1").replace(HARMLESS, "");
}
