import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { FIGURE_KINDS, kindOfType } from "./figure-kinds";
import { makeDailyPartitions } from "./figure-partitions";
import { ADDED, alone, withinLock } from "./fold-figures";

/** How many rows one transaction moves. */
const BATCH = 10_000;

/** The newest day that still has rows, and one type of them. The index gives the newest day of each type at once. */
const NEXT = `
SELECT type, day - date '1970-01-01' AS day FROM (
  SELECT type, (SELECT max(day) FROM daily_totals WHERE entity_type = type) AS day FROM unnest($1::text[]) AS type) AS newest
WHERE day IS NOT NULL ORDER BY day DESC, type LIMIT 1`;
const OF_DAY = "entity_type = $1 AND day = date '1970-01-01' + $2::int";

/** Gives numbers to the entities of the rows that are about to be moved. Bookings may do so at the same time. */
const NAME_ENTITIES = `
INSERT INTO entity_totals AS total (
  entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, number)
SELECT entity_type, entity_id, 0, 0, 0, 0, 0, nextval('entity_totals_number_seq')
FROM (
  SELECT DISTINCT entity_type, entity_id FROM daily_totals WHERE ${OF_DAY} ORDER BY 1, 2) AS named
WHERE NOT EXISTS (
  SELECT FROM entity_totals AS known
  WHERE known.entity_type = named.entity_type AND known.entity_id = named.entity_id AND known.number IS NOT NULL)
ON CONFLICT (entity_type, entity_id) DO UPDATE SET number = coalesce(total.number, excluded.number)`;
const NAME_SERVED = `
INSERT INTO served_models (provider, model)
SELECT provider, model FROM (
  SELECT DISTINCT provider, model FROM daily_totals WHERE ${OF_DAY} ORDER BY 1, 2) AS named
WHERE NOT EXISTS (
  SELECT FROM served_models AS known WHERE known.provider = named.provider AND known.model = named.model)
ON CONFLICT (provider, model) DO NOTHING`;

/** A row whose names have no numbers yet is left for the next batch. */
const MOVE = `
WITH batch AS (
  SELECT old.ctid AS place, total.number AS entity, served_models.number AS served
  FROM daily_totals AS old JOIN entity_totals AS total USING (entity_type, entity_id) JOIN served_models USING (provider, model)
  WHERE ${OF_DAY} AND total.number IS NOT NULL LIMIT ${BATCH}
), moved AS (
  DELETE FROM daily_totals AS old USING batch WHERE old.ctid = batch.place RETURNING old.*, batch.entity, batch.served
), added AS (
  INSERT INTO daily_figures AS figure (
    kind, entity, day, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
  SELECT ${kindOfType("entity_type")}, entity, day - date '1970-01-01', served, sum(spend) * 1000000000, sum(calls), sum(failed_calls),
    sum(prompt_tokens), sum(completion_tokens), sum(unpriced_calls)
  FROM moved GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (kind, entity, day, served) DO UPDATE SET ${ADDED}
)
SELECT count(*)::int AS moved FROM moved`;

/** How far moving has come. */
export interface MovingProgress {
  /** The day that was moved last, in days since the epoch. */
  readonly day: number;
  /** Rows that this process has moved so far. */
  readonly rows: number;
}

/**
 * Moves the totals that an older version has booked to `daily_figures`, the newest day first, while calls go on. It can
 * be stopped at any moment and goes on from there; one process does it at a time. Resolves to the number of rows that
 * it moved.
 * @throws the database's error
 */
export async function moveDailyTotals(
  database: Database,
  onProgress: (progress: MovingProgress) => void,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const next = await nextDay(database);
    if (!next) {
      await clear(database);
      break;
    }
    const values = [next.type, next.day];
    await makeDailyPartitions(database, [next.day]);
    await database.pool.query(longStatement(NAME_ENTITIES, values));
    await database.pool.query(longStatement(NAME_SERVED, values));
    const moved = await moveDay(database, values, signal);
    if (moved === undefined) break;
    total += moved;
    onProgress({ day: next.day, rows: total });
  }
  return total;
}

async function nextDay({ pool }: Database): Promise<{ readonly type: string; readonly day: number } | undefined> {
  const { rows } = await pool.query<{ type: string; day: number }>(longStatement(NEXT, [Object.keys(FIGURE_KINDS)]));
  return rows[0];
}

/** Moves the rows of one type and day; returns how many. Undefined: another process is moving figures. */
async function moveDay(database: Database, values: unknown[], signal?: AbortSignal): Promise<number | undefined> {
  let total = 0;
  while (!signal?.aborted) {
    const moved = await alone(database, async (client) => {
      const { rows } = await client.query<{ moved: number }>(MOVE, values);
      return rows[0]?.moved ?? 0;
    });
    if (moved === undefined) return undefined;
    if (moved === 0) break;
    total += moved;
  }
  return total;
}

/** Gives back the space of the deleted rows, so that reports need not look through it. */
async function clear({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ bytes: string }>("SELECT pg_relation_size('daily_totals') AS bytes");
  if (rows[0]?.bytes === "0") return;
  await withinLock(pool, async (client) => {
    await client.query("LOCK TABLE daily_totals IN ACCESS EXCLUSIVE MODE");
    const found = await client.query("SELECT FROM daily_totals LIMIT 1");
    if (found.rowCount === 0) await client.query("TRUNCATE daily_totals");
  });
}
