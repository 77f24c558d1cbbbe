/** Calendar months in UTC, each as the instant at which it begins, in milliseconds since the epoch. */

/** The month that an instant lies in. */
export function startOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** The month `count` months later, or earlier if `count` is negative. */
export function addMonths(month: number, count: number): number {
  const date = new Date(month);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count);
}

/** How many months have partitions ahead: this one and the next two. */
const AHEAD = 3;

/** The months that must have a partition at an instant, before any row needs it. */
export function monthsAhead(at: number): number[] {
  return Array.from({ length: AHEAD }, (_, count) => addMonths(startOfMonth(at), count));
}

/** The name of a month's partition: `calls_2026_11`. */
export function partitionName(table: string, month: number): string {
  return `${table}_${new Date(month).toISOString().slice(0, 7).replace("-", "_")}`;
}

/** A partition of a table by month. Both ends are in milliseconds since the epoch. */
export interface Partition {
  readonly name: string;
  /** Undefined: everything before `until`. */
  readonly from: number | undefined;
  /** Exclusive; infinite: everything from `from` on. */
  readonly until: number;
}

/** The months that no partition covers. */
export function missingMonths(partitions: readonly Partition[], months: readonly number[]): number[] {
  return [...new Set(months)]
    .sort((one, other) => one - other)
    .filter(
      (month) => !partitions.some(({ from = Number.NEGATIVE_INFINITY, until }) => from <= month && month < until),
    );
}
