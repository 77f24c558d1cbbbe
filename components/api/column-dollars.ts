/** How the amounts of one column are written, so that their digits can be compared from row to row. */
export interface ColumnDollars {
  readonly format: (dollars: number) => string;
  /** How many digits each amount but zero has behind the point. */
  readonly digits: number;
}

/**
 * One precision for all amounts (dollars) of a column: cents where the largest is a dollar or more, four digits where
 * it is a cent or more, else six. A smaller amount is shown as less than the last digit: `<$0.01`. Zero is `$0`.
 */
export function columnDollars(amounts: readonly number[]): ColumnDollars {
  const largest = Math.max(0, ...amounts.map(Math.abs));
  const digits = largest === 0 ? 0 : largest >= 1 ? 2 : largest >= 0.01 ? 4 : 6;
  const least = 10 ** -digits;
  const numbers = new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const format = (dollars: number): string => {
    if (dollars === 0) return "$0";
    const sign = dollars < 0 ? "-" : "";
    const size = Math.abs(dollars);
    return size < least ? `${sign === "" ? "<" : "-<"}$${numbers.format(least)}` : `${sign}$${numbers.format(size)}`;
  };
  return { format, digits };
}
