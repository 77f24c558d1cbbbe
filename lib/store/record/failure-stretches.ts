import { z } from "zod";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";
import type { Minutes } from "./last-hour";

/** A time in which a deployment failed again and again. Times are milliseconds since the epoch. */
export interface FailureStretch {
  readonly deployment: string;
  readonly beganAt: number;
  /** When the last failure was. */
  readonly lastAt: number;
  readonly failed: number;
  /** Failed attempts that no other followed. */
  readonly lost: number;
  /** All attempts in the minutes in which some failed, without those whose caller hung up. */
  readonly attempts: number;
}

/** Attempts that all succeed end a stretch after this long, as in `latestSeriesBegin`. */
const QUIET = "interval '5 minutes'";
const IS_FAILURE = "outcome IN ('failed', 'retried')";
const IS_SUCCESS = "outcome IN ('served', 'declined')";

/** How many deployments are looked at: those that failed last. */
const MOST_DEPLOYMENTS = 50;

/**
 * Minutes with failures are few, and have an index. Only of these, and between those that lie apart, successes are
 * looked up: reading all minutes of a thousand deployments would take seconds.
 */
const STRETCHES = `
WITH failing AS MATERIALIZED (
  SELECT deployment, minute, sum(count) AS failed, coalesce(sum(count) FILTER (WHERE outcome = 'failed'), 0) AS lost,
    min(first_at) AS first_at, max(last_at) AS last_at
  FROM traffic_minutes
  WHERE minute >= to_timestamp($1::float8 / 1000) AND minute < to_timestamp($2::float8 / 1000) AND ${IS_FAILURE}
    AND ($4::text IS NULL OR deployment = $4)
  GROUP BY deployment, minute
), latest AS (
  SELECT deployment FROM failing GROUP BY deployment HAVING sum(failed) >= $5
  ORDER BY max(last_at) DESC, deployment LIMIT ${MOST_DEPLOYMENTS}
), spaced AS (
  SELECT failing.*, lag(minute) OVER (PARTITION BY deployment ORDER BY minute) AS before FROM failing JOIN latest USING (deployment)
), begun AS (
  SELECT *, before IS NULL OR (minute - before > ${QUIET} AND EXISTS (
      SELECT FROM traffic_minutes AS between_them WHERE between_them.deployment = spaced.deployment
        AND between_them.minute > spaced.before AND between_them.minute < spaced.minute AND ${IS_SUCCESS})) AS begins,
    (SELECT coalesce(sum(count), 0) FROM traffic_minutes AS beside
      WHERE beside.minute = spaced.minute AND beside.deployment = spaced.deployment AND ${IS_SUCCESS}) AS succeeded
  FROM spaced
), numbered AS (
  SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY deployment ORDER BY minute) AS place FROM begun
)
SELECT deployment, (extract(epoch FROM min(first_at)) * 1000)::float8 AS "beganAt",
  (extract(epoch FROM max(last_at)) * 1000)::float8 AS "lastAt", sum(failed)::float8 AS failed, sum(lost)::float8 AS lost,
  sum(failed + succeeded)::float8 AS attempts
FROM numbered GROUP BY deployment, place HAVING sum(failed) >= $5
ORDER BY "lastAt" DESC, deployment LIMIT $3`;

const stretchRow = z.object({
  deployment: z.string(),
  beganAt: z.number(),
  lastAt: z.number(),
  failed: z.number(),
  lost: z.number(),
  attempts: z.number(),
}) satisfies z.ZodType<FailureStretch>;

/**
 * The times in which deployments failed at least `least` times, those with the latest failure first. `deployment`: only
 * this one. @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readFailureStretches(
  { pool }: Pick<Database, "pool">,
  {
    since,
    until,
    limit,
    deployment,
    least,
  }: Minutes & { readonly limit: number; readonly deployment: string | undefined; readonly least: number },
): Promise<FailureStretch[]> {
  const values = [since, until, limit, deployment ?? null, least];
  const { rows } = await longOrUnavailable(pool.query(longStatement(STRETCHES, values)));
  return rows.map((row) => stretchRow.parse(row));
}

/** What became of the calls that failed at a deployment. */
export interface FailureImpact {
  readonly deployment: string;
  /** Whose calls were lost: users, else keys, else teams. */
  readonly callers: number;
  /** Which deployments served calls that had failed there; the most calls first, at most three. */
  readonly takenOverBy: readonly { readonly deployment: string; readonly calls: number }[];
}

/** How many calls are read for one deployment: the latest. */
const MOST_CALLS = 20_000;

/**
 * Of `tried`, nothing is indexed. So the latest calls of the time are read, whichever deployment they had tried.
 */
const IMPACT = `
SELECT asked.deployment, lost.callers, coalesce(others.served, '[]') AS "takenOverBy"
FROM unnest($1::text[], $2::float8[], $3::float8[]) AS asked (deployment, since, until)
CROSS JOIN LATERAL (
  SELECT count(DISTINCT coalesce(user_id, key_id, team_id, ''))::int AS callers FROM (
    SELECT user_id, key_id, team_id FROM calls
    WHERE calls.deployment = asked.deployment AND status = 'error'
      AND started_at >= to_timestamp(asked.since / 1000) AND started_at < to_timestamp(asked.until / 1000)
    ORDER BY started_at DESC LIMIT ${MOST_CALLS}) AS latest) AS lost
CROSS JOIN LATERAL (
  SELECT json_agg(json_build_object('deployment', deployment, 'calls', calls) ORDER BY calls DESC, deployment) AS served
  FROM (
    SELECT latest.deployment, count(*)::int AS calls FROM (
      SELECT calls.deployment, status, tried FROM calls
      WHERE started_at >= to_timestamp(asked.since / 1000) AND started_at < to_timestamp(asked.until / 1000)
      ORDER BY started_at DESC LIMIT ${MOST_CALLS}) AS latest
    WHERE status = 'success' AND latest.deployment <> asked.deployment
      AND tried @> jsonb_build_array(jsonb_build_object('deployment', asked.deployment))
    GROUP BY latest.deployment ORDER BY calls DESC, latest.deployment LIMIT 3) AS most) AS others`;

const impactRow = z.object({
  deployment: z.string(),
  callers: z.number(),
  takenOverBy: z.array(z.object({ deployment: z.string(), calls: z.number() })),
}) satisfies z.ZodType<FailureImpact>;

/**
 * What became of the calls that began in each time, in milliseconds since the epoch. Calls of the last days are all in
 * PostgreSQL, and here before they are anywhere else. @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readFailureImpact(
  { pool }: Pick<Database, "pool">,
  failures: readonly ({ readonly deployment: string } & Minutes)[],
): Promise<FailureImpact[]> {
  if (failures.length === 0) return [];
  const values = [
    failures.map(({ deployment }) => deployment),
    failures.map(({ since }) => since),
    failures.map(({ until }) => until),
  ];
  const { rows } = await longOrUnavailable(pool.query(longStatement(IMPACT, values)));
  return rows.map((row) => impactRow.parse(row));
}
