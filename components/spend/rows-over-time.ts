import { MOST_SERIES } from "@/components/charts/stack-by-day";
import { MOST_GROUPS } from "@/lib/wire/contracts/spend";

/** The rows of one time beside those of groups: of all others, and of the calls without such a group. */
const ROWS_BESIDE = 2;

/**
 * How many groups a chart of so many days or hours asks for: as many as it has colours for, or as an answer has room
 * for; undefined: not even one.
 */
export function groupsOverTime(times: number): number | undefined {
  const count = Math.min(MOST_SERIES, Math.floor(MOST_GROUPS / times) - ROWS_BESIDE);
  return count > 0 ? count : undefined;
}
