import type { SpendLine } from "./spend-lines";

/** The columns by which the table of spend can be sorted. Shares have the order of the spend. */
const COLUMNS = ["name", "calls", "failed", "input", "output", "unpriced", "change", "spend"] as const;
export type SpendColumn = (typeof COLUMNS)[number];

export interface SpendOrder {
  readonly sort: SpendColumn;
  readonly order: "asc" | "desc";
}

/** The order of an address that names none: the most spend first, or the newest first where lines are times. */
function usualOrder(isByTime: boolean): SpendOrder {
  return { sort: isByTime ? "name" : "spend", order: "desc" };
}

/** The order in an address: a column, with a leading `-` from the largest down. */
export function spendOrderOf(text: string, isByTime: boolean): SpendOrder {
  const isDescending = text.startsWith("-");
  const sort = COLUMNS.find((column) => column === (isDescending ? text.slice(1) : text));
  return sort ? { sort, order: isDescending ? "desc" : "asc" } : usualOrder(isByTime);
}

/**
 * The order after a click on a column, as a text for the address: names from A, all others from the largest or newest.
 * A second click reverses it.
 */
export function textAfterClick({ sort, order }: SpendOrder, column: SpendColumn, isByTime: boolean): string {
  const first = column === "name" && !isByTime ? "asc" : "desc";
  const isDescending = sort === column ? order === "asc" : first === "desc";
  const usual = usualOrder(isByTime);
  if (column === usual.sort && isDescending) return "";
  return isDescending ? `-${column}` : column;
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Lines in an order. Equal ones keep theirs. */
export function orderedLines(
  lines: readonly SpendLine[],
  { sort, order }: SpendOrder,
  isByTime: boolean,
): readonly SpendLine[] {
  const compare = (a: SpendLine, b: SpendLine): number => {
    // Times are compared as instants, because the names of hours repeat when clocks go back.
    if (sort === "name") return isByTime ? Date.parse(a.group) - Date.parse(b.group) : COLLATOR.compare(a.name, b.name);
    const [x, y] = [valueOf(a, sort), valueOf(b, sort)];
    return x === y ? 0 : x - y;
  };
  return [...lines].sort(order === "asc" ? compare : (a, b) => compare(b, a));
}

function valueOf(line: SpendLine, column: Exclude<SpendColumn, "name">): number {
  switch (column) {
    case "calls":
      return line.calls;
    case "failed":
      return line.failed_calls;
    case "input":
      return line.prompt_tokens;
    case "output":
      return line.completion_tokens;
    case "unpriced":
      return line.unpriced_calls;
    case "change":
      return growthOf(line);
    case "spend":
      return line.nanos;
  }
}

/** The growth of a line: infinite if it is new, 0 if it is unknown or there was no spend in either period. */
function growthOf({ nanos, before }: SpendLine): number {
  if (before === undefined || (before === 0 && nanos === 0)) return 0;
  return nanos / before - 1;
}
