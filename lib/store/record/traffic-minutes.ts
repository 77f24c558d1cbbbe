import { z } from "zod";
import { LATENCY_BOUNDS_MS, type TrafficMinute, type TrafficOutcome } from "@/lib/traffic-minute";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";

/** How long minutes are kept, in hours. */
const TRAFFIC_KEPT_HOURS = 48;
/** How many rows one statement writes at most. Making it holds the thread for some milliseconds. */
export const TRAFFIC_BATCH = 1_000;
const DELETED_AT_ONCE = 5_000;

/** From how many seconds on the difference between a node's clock and the database's is taken out of its rows. */
const CLOCK_SECONDS = 5;

/**
 * Rows are locked in the order of their keys, so that the processes of a node cannot deadlock. All nodes read the rows
 * by the database's clock, so the rows of a node whose clock is off ($3) move by the difference. Several of its minutes
 * never become one.
 */
const WRITE = `
INSERT INTO traffic_minutes AS known (minute, node, deployment, outcome, count, latency, first_at, last_at)
SELECT to_timestamp(minute / 1000) + make_interval(mins => round(behind / 60)::int), $1, deployment, outcome, count, latency,
  to_timestamp("firstAt" / 1000) + make_interval(secs => behind), to_timestamp("lastAt" / 1000) + make_interval(secs => behind)
FROM json_to_recordset($2::json) AS counted (minute float8, deployment text, outcome text, count int, latency int[],
    "firstAt" float8, "lastAt" float8),
  (SELECT CASE WHEN abs(off) < ${CLOCK_SECONDS} THEN 0 ELSE off END AS behind
   FROM (SELECT extract(epoch FROM clock_timestamp() - $3::timestamptz)::float8 AS off) AS clocks) AS shift
ORDER BY minute, deployment, outcome
ON CONFLICT (minute, deployment, outcome, node) DO UPDATE SET
  count = known.count + excluded.count,
  first_at = least(known.first_at, excluded.first_at),
  last_at = greatest(known.last_at, excluded.last_at),
  latency = ARRAY(
    SELECT coalesce(here, 0) + coalesce(more, 0)
    FROM unnest(known.latency, excluded.latency) WITH ORDINALITY AS bucket (here, more, place) ORDER BY place)`;

/**
 * Adds counts of a node; at most `TRAFFIC_BATCH` rows. `now`: the node's clock, in milliseconds since the epoch.
 * @throws pg.DatabaseError, or a connection error
 */
export async function writeTrafficMinutes(
  { pool }: Pick<Database, "pool">,
  node: string,
  rows: readonly TrafficMinute[],
  now = Date.now(),
): Promise<void> {
  if (rows.length === 0) return;
  await pool.query(WRITE, [node, JSON.stringify(rows), new Date(now)]);
}

export interface TrafficQuery {
  /** From `since`, and before `until`, in milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
  /** How many minutes are added up into one. */
  readonly stepMinutes: number;
  /** Undefined: all deployments, and requests that reached none. */
  readonly deployment: string | undefined;
  readonly limit: number;
}

export interface Traffic {
  /** Sums over all nodes, the latest first. */
  readonly rows: readonly TrafficMinute[];
  /** Whether there is more than the limit; then the earliest minutes are left out. */
  readonly truncated: boolean;
}

/** SQL that sums each bucket of latency over the rows that meet a condition. */
export function bucketSums(condition = "true"): string {
  const bucket = (place: number): string => `coalesce(sum(latency[${place}]) FILTER (WHERE ${condition}), 0)`;
  return Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, index) => bucket(index + 1)).join(", ");
}

const READ = `
SELECT (extract(epoch FROM date_bin(make_interval(mins => $3::int), minute, 'epoch')) * 1000)::float8 AS minute,
  deployment, outcome, sum(count)::float8 AS count, ARRAY[${bucketSums()}]::float8[] AS latency,
  (extract(epoch FROM min(first_at)) * 1000)::float8 AS "firstAt",
  (extract(epoch FROM max(last_at)) * 1000)::float8 AS "lastAt"
FROM traffic_minutes
WHERE minute >= to_timestamp($1::float8 / 1000) AND minute < to_timestamp($2::float8 / 1000)
  AND ($4::text IS NULL OR deployment = $4)
GROUP BY 1, deployment, outcome ORDER BY 1 DESC, deployment, outcome LIMIT $5`;

const trafficRow = z.object({
  minute: z.number(),
  deployment: z.string(),
  outcome: z.string(),
  count: z.number(),
  latency: z.array(z.number()),
  firstAt: z.number(),
  lastAt: z.number(),
});

/**
 * The traffic by step of time, deployment and outcome, over all nodes.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readTraffic({ pool }: Pick<Database, "pool">, query: TrafficQuery): Promise<Traffic> {
  const { since, until, stepMinutes, deployment, limit } = query;
  const values = [since, until, stepMinutes, deployment ?? null, limit + 1];
  const { rows } = await longOrUnavailable(pool.query(longStatement(READ, values)));
  const found = rows.slice(0, limit).map((row) => {
    const { outcome, ...counted } = trafficRow.parse(row);
    return { ...counted, outcome: outcome as TrafficOutcome };
  });
  return { rows: found, truncated: rows.length > limit };
}

/** Deletes minutes from more than `TRAFFIC_KEPT_HOURS` ago. `now`: milliseconds since the epoch. */
export async function pruneTrafficMinutes({ pool }: Pick<Database, "pool">, now: number): Promise<void> {
  const statement =
    "DELETE FROM traffic_minutes WHERE ctid = ANY(ARRAY(SELECT ctid FROM traffic_minutes WHERE minute < $1 LIMIT $2))";
  const before = new Date(now - TRAFFIC_KEPT_HOURS * 3_600_000);
  for (;;) {
    const { rowCount } = await pool.query(longStatement(statement, [before, DELETED_AT_ONCE]));
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}
