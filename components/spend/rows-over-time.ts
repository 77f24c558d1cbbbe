import { MOST_SERIES } from "@/components/charts/stack-by-day";
import { MOST_GROUPS } from "@/lib/wire/contracts/spend";

/** Rows of each day or hour beside those of groups: one of all others, and one of the calls without such a group. */
const ROWS_BESIDE = 2;

/**
 * How many groups a chart of `times` days or hours reads: as many as it has colours and an answer has room for.
 * Undefined: not even one.
 */
export function groupsOverTime(times: number): number | undefined {
  const count = Math.min(MOST_SERIES, Math.floor(MOST_GROUPS / times) - ROWS_BESIDE);
  return count > 0 ? count : undefined;
}
