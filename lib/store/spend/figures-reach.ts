import { DAY_MS } from "@/lib/time/period";
import type { Database } from "../database";
import { ALL_TOTALS } from "./all-totals";
import { FIGURE_KINDS } from "./figure-kinds";
import { DAY_OF_OLD } from "./figure-partitions";

/**
 * The condition on the figures of "all". Every call is charged to it, so its figures show which days have any. Its
 * hours become days first, and its days are forgotten last.
 */
export const OF_ALL = `kind = ${FIGURE_KINDS.all} AND entity IN (SELECT number FROM ${ALL_TOTALS} AS total WHERE entity_type = 'all' AND entity_id = '')`;

/** SQL for the first day that has figures, in days since the epoch; null: none has. */
export const FIRST_DAY = `least((SELECT min(day) FROM daily_figures WHERE ${OF_ALL} AND day > ${DAY_OF_OLD}),
  (SELECT min(hour) / 24 FROM hourly_figures WHERE ${OF_ALL}))`;

/** The first day whose figures are kept; no row: no day has ever been forgotten. */
const FIGURES_FROM = `
SELECT coalesce(${FIRST_DAY}, current_date - date '1970-01-01') AS day
WHERE EXISTS (SELECT FROM daily_figures WHERE ${OF_ALL} AND day = ${DAY_OF_OLD})`;

/**
 * From which day on figures are kept, as a UTC midnight in milliseconds since the epoch; undefined: none has ever been
 * forgotten.
 * @throws the database's error
 */
export async function figuresFrom({ pool }: Pick<Database, "pool">): Promise<number | undefined> {
  const { rows } = await pool.query<{ day: number }>(FIGURES_FROM);
  const [first] = rows;
  return first && first.day * DAY_MS;
}
