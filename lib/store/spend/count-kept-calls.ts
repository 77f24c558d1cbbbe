import { DAY_MS } from "@/lib/time/period";
import type { Database } from "../database";
import type { DailyFilter } from "./daily-filter";
import { FigureSources } from "./figure-sources";
import { readFigures } from "./read-figures";

/**
 * How many calls of a list began on each UTC day, in the order of the days. `day`: its midnight, in milliseconds since
 * the epoch.
 */
export type DayCounts = readonly { readonly day: number; readonly calls: number }[];

/**
 * The number of calls on each day by the figures, in the order of the days, for days whose calls are still kept.
 * @throws the database's error
 */
export async function countKeptCalls(database: Database, filter: DailyFilter): Promise<DayCounts> {
  const sources = new FigureSources(filter);
  const text = `SELECT day::int AS day, sum(calls)::float8 AS calls FROM (${sources.figures()}) AS figure
    WHERE day >= coalesce((SELECT max(pruned_before) - date '1970-01-01' FROM call_retention), -2147483648)
    GROUP BY day ORDER BY day`;
  const rows = await readFigures<{ day: number; calls: number }>(database, text, sources.values);
  return rows.map(({ day, calls }) => ({ day: day * DAY_MS, calls }));
}
