import { DAY_MS, startOfDay } from "@/lib/time/period";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import { hourOf } from "./add-figures";
import { ALL_TOTALS } from "./all-totals";
import { CHARGED_ENTITIES } from "./charged-entities";
import { FIGURE_KINDS, kindOfType } from "./figure-kinds";
import { makeHourlyPartitions } from "./figure-partitions";
import { FIGURE_SUMS } from "./figure-sources";
import { ADDED, alone } from "./fold-figures";
import { startOfMonth } from "../partitions/months";

/**
 * How long the rebuilding of one day may take. A day of a large company is millions of rows, and nobody waits for it.
 */
const DAY_LIMIT_MS = 20 * LONG_LIMIT_MS;

/**
 * The days of a range that are kept by the day and whose calls are kept. Every call is charged to "all", so its rows
 * show which days these are.
 */
const DAYS = `
SELECT DISTINCT day FROM daily_figures
WHERE kind = ${FIGURE_KINDS.all} AND day >= $1::int AND day < $2::int
  AND day >= (SELECT coalesce(max(pruned_before) - date '1970-01-01', $1::int) FROM call_retention)
  AND entity IN (SELECT number FROM ${ALL_TOTALS} AS total WHERE entity_type = 'all' AND entity_id = '')`;

/** Whether a process is moving figures now, and how many days it has before it. */
const MOVING = `
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND datname = current_database() AND classid = 0 AND objid = ${ADVISORY_LOCKS.movedFigures} AND objsubid = 1) AS moving,
  (SELECT count(*) FROM (${DAYS} UNION SELECT day - date '1970-01-01' FROM daily_totals WHERE entity_type = 'all') AS days)::int AS days`;

const SUMMED = FIGURE_SUMS.map((name) => `sum(${name}) AS ${name}`).join(", ");
const rowOf = (alias: string): string => `(${FIGURE_SUMS.map((name) => `${alias}.${name}`).join(", ")})`;

/**
 * SQL that sums the calls of a day by hour and replaces the sums of the day with them, but only if both agree to the
 * nano-dollar for every payer and model once what is already kept by the hour is subtracted. One statement sees
 * everything at one moment, and bookings only ever add.
 */
function rebuildStatement(day: number): string {
  const [first, end] = [day * 24, day * 24 + 24];
  return `
WITH old AS (
  SELECT kind, entity_id AS id, served, min(entity) AS entity, ${FIGURE_SUMS.map((name) => `sum(figure.${name}) AS ${name}`).join(", ")}
  FROM daily_figures AS figure JOIN ${ALL_TOTALS} AS total ON number = entity
  WHERE day = ${day} GROUP BY kind, entity_id, served
), parts AS (
  SELECT ${kindOfType("entity.type")} AS kind, entity.id, ${hourOf("started_at")} AS hour, served_models.number AS served,
    (spend * 1000000000)::bigint AS spend, 1 AS calls, (status IN ('error', 'interrupted'))::int AS failed_calls,
    prompt_tokens, completion_tokens, (price_state = 'unpriced')::int AS unpriced_calls
  FROM calls JOIN served_models USING (provider, model) CROSS JOIN LATERAL ${CHARGED_ENTITIES}
  WHERE started_at >= to_timestamp(${first * 3600}) AND started_at < to_timestamp(${end * 3600})
  UNION ALL
  SELECT kind, entity_id, hour, served, ${FIGURE_SUMS.map((name) => `-figure.${name}`).join(", ")}
  FROM hourly_figures AS figure JOIN ${ALL_TOTALS} AS total ON number = entity
  WHERE hour >= ${first} AND hour < ${end}
), lacking AS (
  SELECT kind, id, hour, served, ${SUMMED} FROM parts GROUP BY kind, id, hour, served
  HAVING ${FIGURE_SUMS.map((name) => `sum(${name}) <> 0`).join(" OR ")}
), verdict AS (
  SELECT NOT EXISTS (SELECT FROM daily_totals WHERE day = date '1970-01-01' + ${day}) AND NOT EXISTS (
    SELECT FROM (SELECT kind, id, served, ${SUMMED} FROM lacking GROUP BY kind, id, served) AS sums
    FULL JOIN old USING (kind, id, served) WHERE ${rowOf("sums")} IS DISTINCT FROM ${rowOf("old")}) AS agrees
), gone AS (
  DELETE FROM daily_figures WHERE day = ${day} AND (SELECT agrees FROM verdict)
), added AS (
  INSERT INTO hourly_figures AS figure (
    kind, entity, hour, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
  SELECT kind, old.entity, hour, served, lacking.spend, lacking.calls, lacking.failed_calls, lacking.prompt_tokens,
    lacking.completion_tokens, lacking.unpriced_calls
  FROM lacking JOIN old USING (kind, id, served) WHERE (SELECT agrees FROM verdict) ORDER BY 1, 2, 3, 4
  ON CONFLICT (kind, entity, hour, served) DO UPDATE SET ${ADDED}
)
SELECT agrees FROM verdict`;
}

/** From `from`, and before `until`: UTC midnights in milliseconds since the epoch. */
export interface DayRange {
  readonly from: number;
  readonly until: number;
}

/**
 * The days that are to be kept by the hour. Today and yesterday are left out, because calls are still being booked in
 * their hours. The range begins with a month, because hours are folded by the month.
 */
export function hourlyRange(now: number, keptDays: number): DayRange {
  return { from: startOfMonth(startOfDay(now) - keptDays * DAY_MS), until: startOfDay(now) - DAY_MS };
}

/**
 * How many days are still to be moved to the figures or turned into hours; undefined: no process is doing so now.
 * @throws the database's error
 */
export async function readDaysToMove({ pool }: Database, range: DayRange): Promise<number | undefined> {
  const values = [range.from / DAY_MS, range.until / DAY_MS];
  const { rows } = await pool.query<{ moving: boolean; days: number }>(MOVING, values);
  return rows[0]?.moving && rows[0].days > 0 ? rows[0].days : undefined;
}

/**
 * How far rebuilding has come. `day`: the one that is next, in days since the epoch. `left`: how many days are left,
 * that one included.
 */
export interface RebuildProgress {
  readonly day: number;
  readonly left: number;
}

export interface RebuiltHours {
  /** How many days were turned into hours. */
  readonly days: number;
  /** Days whose calls do not add up to what is kept of them, in days since the epoch. They stay as they are. */
  readonly differing: readonly number[];
}

/**
 * Turns days of a range into hours that are kept by the day although their calls are kept: those that an older version
 * has booked. The newest day comes first, each in one transaction, so it can be stopped at any moment and goes on from
 * there; one process does it at a time. `skipped`: days to leave out.
 * @throws the database's error
 */
export async function rebuildHours(
  database: Database,
  { from, until, skipped }: DayRange & { readonly skipped: ReadonlySet<number> },
  onProgress: (progress: RebuildProgress) => void,
  signal?: AbortSignal,
): Promise<RebuiltHours> {
  const { rows } = await database.pool.query<{ day: number }>(`${DAYS} ORDER BY day DESC`, [
    from / DAY_MS,
    until / DAY_MS,
  ]);
  const days = rows.map(({ day }) => day).filter((day) => !skipped.has(day));
  const differing: number[] = [];
  let rebuilt = 0;
  for (const [at, day] of days.entries()) {
    if (signal?.aborted) break;
    onProgress({ day, left: days.length - at });
    await makeHourlyPartitions(database, [day * 24]);
    const agrees = await alone(
      database,
      async (client) => {
        const rebuild = { text: rebuildStatement(day), query_timeout: DAY_LIMIT_MS };
        const answer = await client.query<{ agrees: boolean }>(rebuild);
        return answer.rows[0]?.agrees ?? false;
      },
      DAY_LIMIT_MS,
    );
    if (agrees === undefined) break;
    if (agrees) rebuilt++;
    else differing.push(day);
  }
  return { days: rebuilt, differing };
}
