import type { PoolClient } from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { LONG_LIMIT_MS, longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { FIGURE_KINDS } from "./figure-kinds";
import { FIGURE_SUMS } from "./figure-sources";
import { FIRST_DAY } from "./figures-reach";
import { alone, withinLock } from "./fold-figures";
import { hoursOf, LENGTHS, WEEKLY_KINDS, type Weeks } from "./weekly-figures";

/** Time limit for one sum. A large company's week is millions of rows; this runs in the background. */
const WEEK_LIMIT_MS = 20 * LONG_LIMIT_MS;

const FIRST_WEEK = `SELECT ${FIRST_DAY} / 7 AS first`;
/** The weeks that are not summed up yet. */
const UNSUMMED = `
SELECT weeks, week FROM unnest($3::int[]) AS length (weeks), generate_series($1::int - $1::int % weeks, $2::int - weeks, weeks) AS series (week)
WHERE NOT EXISTS (SELECT FROM summed_weeks AS mark WHERE mark.weeks = length.weeks AND mark.week = series.week AND is_whole)
ORDER BY week DESC, weeks`;
/** For each kind and length, the first weeks whose days are no longer kept. */
const FORGOTTEN = `
SELECT kind, weeks, week FROM unnest($1::int[]) AS asked (kind), unnest($3::int[]) AS length (weeks), LATERAL (
  SELECT min(week) AS week FROM weekly_figures AS figure
  WHERE figure.kind = asked.kind AND figure.weeks = length.weeks AND week < $2 - length.weeks) AS found
WHERE week IS NOT NULL`;

const KINDS = WEEKLY_KINDS.map((type) => FIGURE_KINDS[type]);
const SUMS = FIGURE_SUMS.join(", ");
const ADDED_UP = FIGURE_SUMS.map((name) => `sum(${name})`).join(", ");

/** SQL that sums up weeks. The bounds are literals, so that only the partitions of these weeks are read. */
function sumStatement({ weeks, week }: Weeks): string {
  const { from, until } = hoursOf({ weeks, week });
  const kinds = `kind IN (${KINDS.join(", ")})`;
  return `INSERT INTO weekly_figures (kind, weeks, week, entity, ${SUMS})
    SELECT kind, ${weeks}, ${week}, entity, ${ADDED_UP} FROM (
      SELECT kind, entity, ${SUMS} FROM hourly_figures WHERE ${kinds} AND hour >= ${from} AND hour < ${until}
      UNION ALL
      SELECT kind, entity, ${SUMS} FROM daily_figures WHERE ${kinds} AND day >= ${from / 24} AND day < ${until / 24}) AS figure
    GROUP BY kind, entity ORDER BY kind, entity`;
}
const DELETE = "DELETE FROM weekly_figures WHERE kind = $1 AND weeks = $2 AND week = $3";

/**
 * Sums up the weeks that end by `firstDay` (since the epoch) and are not summed up yet, the newest first, while calls
 * go on: single weeks, and four at once. It can be stopped at any moment and goes on from there; one process does it at
 * a time. Resolves to the number of sums.
 * @throws the database's error
 */
export async function sumWeeks(database: Database, firstDay: number, signal?: AbortSignal): Promise<number> {
  const { rows: figures } = await database.pool.query<{ first: number | null }>(FIRST_WEEK);
  const first = figures[0]?.first;
  if (first == null) return 0;
  const { rows } = await database.pool.query<Weeks>(UNSUMMED, [first, Math.floor(firstDay / 7), LENGTHS]);
  let summed = 0;
  for (const weeks of rows) {
    if (signal?.aborted || !(await mark(database, weeks))) break;
    const isSummed = await alone(database, (client) => sumUp(client, weeks), WEEK_LIMIT_MS);
    if (isSummed === undefined) break;
    if (isSummed) summed++;
  }
  // Autovacuum would analyse a table that is written once a week much later.
  if (summed > 0) await database.pool.query("ANALYZE weekly_figures");
  await deleteForgotten(database, first, signal);
  return summed;
}

/** Deletes the sums of weeks whose days are no longer kept. Such weeks have no mark. */
async function deleteForgotten({ pool }: Database, first: number, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const { rows } = await pool.query<Weeks & { kind: number }>(FORGOTTEN, [KINDS, first, LENGTHS]);
    if (rows.length === 0) return;
    for (const { kind, weeks, week } of rows) await pool.query(longStatement(DELETE, [kind, weeks, week]));
  }
}

/**
 * Marks weeks. A transaction that changed their figures without seeing the mark has committed by then, and one that
 * changes them later takes the mark away. While one process sums up weeks, no other marks any, because a mark that was
 * taken away must not come back. False: another process is at it, or others hold the marks for too long.
 */
async function mark({ pool }: Database, { weeks, week }: Weeks): Promise<boolean> {
  const isMarked = await withinLock(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS locked", [
      ADVISORY_LOCKS.movedFigures,
    ]);
    if (!rows[0]?.locked) return false;
    await client.query("LOCK TABLE summed_weeks IN SHARE ROW EXCLUSIVE MODE");
    await client.query("INSERT INTO summed_weeks (weeks, week) VALUES ($1, $2) ON CONFLICT DO NOTHING", [weeks, week]);
    return true;
  });
  return isMarked ?? false;
}

/**
 * Sums up marked weeks. False: their figures have changed meanwhile, or another process has summed them up. Sums
 * without a mark are never read.
 */
async function sumUp(client: PoolClient, { weeks, week }: Weeks): Promise<boolean> {
  const found = await client.query("SELECT FROM summed_weeks WHERE weeks = $1 AND week = $2 AND NOT is_whole", [
    weeks,
    week,
  ]);
  if (found.rowCount === 0) return false;
  for (const kind of KINDS) await client.query(DELETE, [kind, weeks, week]);
  const sum = { text: sumStatement({ weeks, week }), query_timeout: WEEK_LIMIT_MS };
  await client.query(sum);
  const whole = await client.query("UPDATE summed_weeks SET is_whole = true WHERE weeks = $1 AND week = $2", [
    weeks,
    week,
  ]);
  return whole.rowCount === 1;
}
