import type { PoolClient } from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { LONG_LIMIT_MS, longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { FIGURE_KINDS } from "./figure-kinds";
import { FIGURE_SUMS } from "./figure-sources";
import { FIRST_DAY } from "./figures-reach";
import { alone, withinLock } from "./fold-figures";
import { type DaySpan, hoursOf, hoursWithout, nameOf, spansWithin, SUMMED_KINDS, wantedSpans } from "./summed-spans";

/** Time limit for one sum. A large company's week is millions of rows; this runs in the background. */
const SPAN_LIMIT_MS = 20 * LONG_LIMIT_MS;

const ANALYSE = { text: "ANALYZE span_figures", query_timeout: SPAN_LIMIT_MS };
const FIRST = `SELECT ${FIRST_DAY} AS first`;
const WHOLE = "SELECT days, day FROM summed_spans WHERE is_whole";
/** The spans of a kind that have sums. It takes one step along the index for each, instead of a look at each sum. */
const STORED = `
WITH RECURSIVE found (days, day) AS (
  (SELECT days, day FROM span_figures WHERE kind = $1 ORDER BY days, day LIMIT 1)
  UNION ALL
  SELECT next.days, next.day FROM found CROSS JOIN LATERAL (
    SELECT days, day FROM span_figures WHERE kind = $1 AND (days, day) > (found.days, found.day) ORDER BY days, day LIMIT 1
  ) AS next
)
SELECT days, day FROM found`;

const KINDS = SUMMED_KINDS.map((type) => FIGURE_KINDS[type]);
const SUMS = FIGURE_SUMS.join(", ");
const ADDED_UP = FIGURE_SUMS.map((name) => `sum(${name})`).join(", ");

/**
 * SQL that sums up a span from shorter ones and what they leave. The bounds are literals, so that only the partitions
 * of these days are read.
 */
function sumStatement(span: DaySpan, parts: readonly DaySpan[]): string {
  const kinds = `kind IN (${KINDS.join(", ")})`;
  const rows = [
    ...hoursWithout(hoursOf(span), parts).flatMap(({ from, until }) => [
      `SELECT kind, entity, ${SUMS} FROM hourly_figures WHERE ${kinds} AND hour >= ${from} AND hour < ${until}`,
      `SELECT kind, entity, ${SUMS} FROM daily_figures WHERE ${kinds} AND day >= ${from / 24} AND day < ${until / 24}`,
    ]),
    ...parts.map(
      ({ days, day }) =>
        `SELECT kind, entity, ${SUMS} FROM span_figures WHERE ${kinds} AND days = ${days} AND day = ${day}`,
    ),
  ];
  return `INSERT INTO span_figures (kind, days, day, entity, ${SUMS})
    SELECT kind, ${span.days}, ${span.day}, entity, ${ADDED_UP} FROM (
      ${rows.join("\n      UNION ALL\n      ")}) AS figure
    GROUP BY kind, entity ORDER BY kind, entity`;
}
const DELETE = "DELETE FROM span_figures WHERE kind = $1 AND days = $2 AND day = $3";

/**
 * Sums up the spans of days that end by `endDay` (since the epoch) and are not summed up yet, the newest first, while
 * calls go on, and deletes the sums that nobody asks for any longer. It can be stopped at any moment and goes on from
 * there; one process does it at a time. Resolves to the number of sums.
 * @throws the database's error
 */
export async function sumSpans(database: Database, endDay: number, signal?: AbortSignal): Promise<number> {
  const { rows: figures } = await database.pool.query<{ first: number | null }>(FIRST);
  const first = figures[0]?.first;
  if (first == null) return 0;
  const wanted = wantedSpans(first, endDay);
  const whole = new Set((await database.pool.query<DaySpan>(WHOLE)).rows.map(nameOf));
  let summed = 0;
  for (const span of wanted) {
    if (whole.has(nameOf(span))) continue;
    if (signal?.aborted || !(await mark(database, span))) break;
    const isSummed = await alone(database, (client) => sumUp(client, span), SPAN_LIMIT_MS);
    if (isSummed === undefined) break;
    if (isSummed) summed++;
  }
  await deleteOthers(database, wanted, signal);
  // Autovacuum would analyse a table that is written once a day much later.
  if (summed > 0) await database.pool.query(ANALYSE);
  return summed;
}

/**
 * Deletes the sums of spans that are not wanted: those of days that are no longer kept, and the latest days of before.
 * Their marks go with them, so that whoever sees a mark sees the sums. It stops while another process sums up spans,
 * which may read these, or want spans of a day that has just ended.
 */
async function deleteOthers(database: Database, wanted: readonly DaySpan[], signal?: AbortSignal): Promise<void> {
  const { pool } = database;
  const names = new Set(wanted.map(nameOf));
  const othersOf = ({ rows }: { rows: DaySpan[] }): DaySpan[] => rows.filter((span) => !names.has(nameOf(span)));
  const remove = ({ days, day }: DaySpan, kinds: readonly number[]): Promise<boolean | undefined> =>
    alone(database, async (client) => {
      await client.query("DELETE FROM summed_spans WHERE days = $1 AND day = $2", [days, day]);
      for (const kind of kinds) await client.query(DELETE, [kind, days, day]);
      return true;
    });
  for (const span of othersOf(await pool.query<DaySpan>(WHOLE))) if (!(await remove(span, []))) return;
  for (const kind of KINDS)
    for (const span of othersOf(await pool.query<DaySpan>(longStatement(STORED, [kind]))))
      if (signal?.aborted || !(await remove(span, [kind]))) return;
}

/**
 * Marks a span. A transaction that changed its figures without seeing the mark has committed by then, and one that
 * changes them later takes the mark away. While one process sums up spans, no other marks any, because a mark that was
 * taken away must not come back. False: another process is at it, or others hold the marks for too long.
 */
async function mark({ pool }: Database, { days, day }: DaySpan): Promise<boolean> {
  const isMarked = await withinLock(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS locked", [
      ADVISORY_LOCKS.movedFigures,
    ]);
    if (!rows[0]?.locked) return false;
    await client.query("LOCK TABLE summed_spans IN SHARE ROW EXCLUSIVE MODE");
    await client.query("INSERT INTO summed_spans (days, day) VALUES ($1, $2) ON CONFLICT DO NOTHING", [days, day]);
    return true;
  });
  return isMarked ?? false;
}

/**
 * Sums up a marked span. False: its figures have changed meanwhile, or another process has summed them up. Sums without
 * a mark are never read.
 */
async function sumUp(client: PoolClient, span: DaySpan): Promise<boolean> {
  const { days, day } = span;
  const found = await client.query("SELECT FROM summed_spans WHERE days = $1 AND day = $2 AND NOT is_whole", [
    days,
    day,
  ]);
  if (found.rowCount === 0) return false;
  // Whoever changes the figures of a shorter span from here on takes this mark away, too.
  const { rows: whole } = await client.query<DaySpan>(WHOLE);
  const parts = spansWithin(hoursOf(span), whole);
  for (const kind of KINDS) await client.query(DELETE, [kind, days, day]);
  const sum = { text: sumStatement(span, parts), query_timeout: SPAN_LIMIT_MS };
  await client.query(sum);
  const marked = await client.query("UPDATE summed_spans SET is_whole = true WHERE days = $1 AND day = $2", [
    days,
    day,
  ]);
  return marked.rowCount === 1;
}
