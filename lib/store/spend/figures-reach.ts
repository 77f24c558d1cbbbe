import { DAY_MS } from "@/lib/time/period";
import type { Database } from "../database";
import { ALL_TOTALS } from "./all-totals";
import { FIGURE_KINDS } from "./figure-kinds";
import { DAY_OF_OLD } from "./figure-partitions";

/**
 * Every call is charged to "all", whose figures tell which days there are. They become days first, and are forgotten
 * last.
 */
export const OF_ALL = `kind = ${FIGURE_KINDS.all} AND entity IN (SELECT number FROM ${ALL_TOTALS} AS total WHERE entity_type = 'all' AND entity_id = '')`;

/** The first day that has figures, since the epoch; null: none has. */
export const FIRST_DAY = `least((SELECT min(day) FROM daily_figures WHERE ${OF_ALL} AND day > ${DAY_OF_OLD}),
  (SELECT min(hour) / 24 FROM hourly_figures WHERE ${OF_ALL}))`;

/** If days have been forgotten, the first one that is kept. */
const FIGURES_FROM = `
SELECT coalesce(${FIRST_DAY}, current_date - date '1970-01-01') AS day
WHERE EXISTS (SELECT FROM daily_figures WHERE ${OF_ALL} AND day = ${DAY_OF_OLD})`;

/**
 * From when on figures are kept, as a UTC midnight in milliseconds since the epoch; undefined: none has ever been
 * forgotten.
 * @throws the database's error
 */
export async function figuresFrom({ pool }: Pick<Database, "pool">): Promise<number | undefined> {
  const { rows } = await pool.query<{ day: number }>(FIGURES_FROM);
  const [first] = rows;
  return first && first.day * DAY_MS;
}
