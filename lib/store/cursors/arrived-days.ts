import type { QueryConfig } from "pg";
import type { Database } from "../database";

/** The calls of one UTC day, as sums. */
export interface DaySums {
  /** `2026-11-21`. */
  readonly day: string;
  readonly calls: number;
  /** Dollars, as an exact decimal. */
  readonly spend: string;
  readonly tokens: string;
}

/** What a receiver of all calls should hold. */
export interface ArrivedDays {
  /** The number of the last call that has arrived. */
  readonly booking: bigint;
  /** The first day of `days`, in milliseconds since the epoch; undefined: all days. */
  readonly from: number | undefined;
  readonly days: readonly DaySums[];
}

/**
 * Sums can be compared from the later of two days on: the first of which the receiver has all calls, and the first of
 * which the database still has them.
 */
const FROM = `SELECT cursor.booking, cursor.started_at < 'infinity' AND cursor.booking = 0 AS is_filling,
    greatest(cursor.complete_from, (SELECT max(pruned_before) FROM call_retention)) AS from
  FROM call_cursors AS cursor WHERE name = $1`;

/** A call that was re-priced after the cursor's place counts with the price that it had there. */
const DAYS = `
SELECT day::text, count(*)::int AS calls, sum(spend)::text AS spend, sum(total_tokens)::text AS tokens FROM (
  SELECT (started_at AT TIME ZONE 'UTC')::date AS day, spend, total_tokens FROM calls WHERE booking <= $1
  UNION ALL
  (SELECT DISTINCT ON (old.call_id) (old.started_at AT TIME ZONE 'UTC')::date, old.spend, call.total_tokens
  FROM superseded_prices AS old JOIN calls AS call ON call.call_id = old.call_id AND call.started_at = old.started_at
  WHERE old.booking <= $1 AND call.booking > $1
  ORDER BY old.call_id, old.revision DESC)
) AS arrived WHERE day >= coalesce($2::date, '-infinity') GROUP BY day ORDER BY day`;

/**
 * The sums by day of the calls that have arrived at a cursor's receiver; undefined: the receiver is still being filled,
 * or there is no such cursor.
 */
export async function readArrivedDays({ pool }: Database, name: string): Promise<ArrivedDays | undefined> {
  const { rows } = await pool.query<{ booking: string; is_filling: boolean; from: string | null }>(
    `SELECT booking::text, is_filling, "from"::text FROM (${FROM}) AS cursor`,
    [name],
  );
  const [cursor] = rows;
  if (!cursor || cursor.is_filling) return undefined;
  const { rows: days } = await pool.query<DaySums>(withLongTimeout(DAYS, [cursor.booking, cursor.from]));
  const from = cursor.from === null ? undefined : Date.parse(`${cursor.from}T00:00:00Z`);
  return { booking: BigInt(cursor.booking), from, days };
}

/** Lets the statement take a day, because it reads every call. */
function withLongTimeout(text: string, values: unknown[]): QueryConfig & { readonly query_timeout: number } {
  return { text, values, query_timeout: 86_400_000 };
}
