import type { SpendRow } from "@/components/charts/stack-by-day";

/**
 * How many rows a report by time and group has at most: a group has one for each day or hour in which it has calls.
 * `rows`: those by group alone. `times`: how many days or hours there are.
 */
export function mostRowsOverTime(rows: readonly Pick<SpendRow, "calls">[], times: number): number {
  return rows.reduce((sum, { calls }) => sum + Math.min(calls, times), 0);
}
