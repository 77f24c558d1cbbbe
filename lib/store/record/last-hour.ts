import { z } from "zod";
import { TRAFFIC_OUTCOMES, type TrafficOutcome } from "@/lib/traffic-minute";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";
import { bucketSums } from "./traffic-minutes";

/** A span of minutes: from `since`, before `until`, in milliseconds since the epoch. */
export interface Minutes {
  readonly since: number;
  readonly until: number;
}

/** The calls of the gateway in one minute with one outcome. `retried` attempts are not calls of their own. */
export interface CallsOfMinute {
  /** The beginning of the minute, in milliseconds since the epoch. */
  readonly minute: number;
  readonly outcome: TrafficOutcome;
  readonly count: number;
}

/** The attempts at one deployment. Times are milliseconds since the epoch. */
export interface DeploymentAttempts {
  readonly deployment: string;
  readonly counts: Readonly<Partial<Record<TrafficOutcome, number>>>;
  /** The latencies of the attempts that were served, counted by `LATENCY_BOUNDS_MS`. */
  readonly latency: readonly number[];
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  /** How many failures came after the last success, at least. */
  readonly failuresSinceSuccess: number;
}

/** The attempts at one deployment within one step of time. */
export interface AttemptsOfStep {
  readonly deployment: string;
  /** The beginning of the step, in milliseconds since the epoch. */
  readonly step: number;
  readonly succeeded: number;
  readonly failed: number;
}

const SINCE = "to_timestamp($1::float8 / 1000)";
const UNTIL = "to_timestamp($2::float8 / 1000)";
const SPAN = `minute >= ${SINCE} AND minute < ${UNTIL}`;
/** An upstream that refuses what the caller sent works. */
const IS_SUCCESS = "outcome IN ('served', 'declined')";
const IS_FAILURE = "outcome IN ('failed', 'retried')";
const msOf = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::float8`;

const CALLS = `
SELECT ${msOf("minute")} AS minute, outcome, sum(count)::float8 AS count
FROM traffic_minutes WHERE ${SPAN} AND outcome <> 'retried' GROUP BY minute, outcome ORDER BY minute, outcome`;

/**
 * A row of failures that began before the last success counts as one failure, because nobody knows how many of them
 * came after it.
 */
const DEPLOYMENTS = `
WITH span AS (SELECT * FROM traffic_minutes WHERE ${SPAN} AND deployment <> ''),
  successes AS (SELECT deployment, max(last_at) AS at FROM span WHERE ${IS_SUCCESS} GROUP BY deployment)
SELECT deployment, ${Object.keys(TRAFFIC_OUTCOMES)
  .map((outcome) => `coalesce(sum(count) FILTER (WHERE outcome = '${outcome}'), 0)::float8 AS ${outcome}`)
  .join(", ")},
  ARRAY[${bucketSums("outcome = 'served'")}]::float8[] AS latency,
  ${msOf("max(successes.at)")} AS "lastSuccessAt",
  ${msOf(`max(last_at) FILTER (WHERE ${IS_FAILURE})`)} AS "lastFailureAt",
  coalesce(sum(CASE WHEN successes.at IS NULL OR first_at > successes.at THEN count ELSE 1 END)
    FILTER (WHERE ${IS_FAILURE} AND (successes.at IS NULL OR last_at > successes.at)), 0)::float8 AS "failuresSinceSuccess"
FROM span LEFT JOIN successes USING (deployment) GROUP BY deployment ORDER BY deployment`;

const STEPS = `
SELECT deployment, ${msOf("date_bin(make_interval(mins => $3::int), minute, 'epoch')")} AS step,
  coalesce(sum(count) FILTER (WHERE ${IS_SUCCESS}), 0)::float8 AS succeeded,
  coalesce(sum(count) FILTER (WHERE ${IS_FAILURE}), 0)::float8 AS failed
FROM traffic_minutes WHERE ${SPAN} AND deployment <> '' GROUP BY 1, 2 ORDER BY 1, 2`;

const MINUTES = `
SELECT deployment, ${msOf("minute")} AS minute, coalesce(sum(count) FILTER (WHERE ${IS_SUCCESS}), 0)::float8 AS succeeded,
  coalesce(sum(count) FILTER (WHERE ${IS_FAILURE}), 0)::float8 AS failed,
  ${msOf(`min(first_at) FILTER (WHERE ${IS_FAILURE})`)} AS "firstFailureAt"
FROM traffic_minutes WHERE ${SPAN} AND deployment = ANY ($3::text[]) GROUP BY deployment, minute`;

const count = z.number();
const deploymentRow = z.object({
  deployment: z.string(),
  served: count,
  failed: count,
  retried: count,
  declined: count,
  cancelled: count,
  latency: z.array(count),
  lastSuccessAt: count.nullable(),
  lastFailureAt: count.nullable(),
  failuresSinceSuccess: count,
});

/** The calls of the gateway by minute, over all nodes. @throws GatewayError directory_unavailable, database_too_slow */
export async function readCallMinutes(
  { pool }: Pick<Database, "pool">,
  { since, until }: Minutes,
): Promise<CallsOfMinute[]> {
  const { rows } = await longOrUnavailable(pool.query<CallsOfMinute>(longStatement(CALLS, [since, until])));
  return rows;
}

/** Each deployment that was tried, over all nodes. @throws GatewayError directory_unavailable, database_too_slow */
export async function readDeploymentAttempts(
  { pool }: Pick<Database, "pool">,
  { since, until }: Minutes,
): Promise<DeploymentAttempts[]> {
  const { rows } = await longOrUnavailable(pool.query(longStatement(DEPLOYMENTS, [since, until])));
  return rows.map((row) => {
    const { deployment, latency, lastSuccessAt, lastFailureAt, failuresSinceSuccess, ...counts } =
      deploymentRow.parse(row);
    return { deployment, counts, latency, lastSuccessAt, lastFailureAt, failuresSinceSuccess };
  });
}

/** The attempts at each deployment by step. @throws GatewayError directory_unavailable, database_too_slow */
export async function readAttemptSteps(
  { pool }: Pick<Database, "pool">,
  { since, until, stepMinutes }: Minutes & { readonly stepMinutes: number },
): Promise<AttemptsOfStep[]> {
  const { rows } = await longOrUnavailable(
    pool.query<AttemptsOfStep>(longStatement(STEPS, [since, until, stepMinutes])),
  );
  return rows;
}

/** The attempts at a deployment within one minute. Times are milliseconds since the epoch. */
export interface AttemptsOfMinute {
  readonly deployment: string;
  readonly minute: number;
  readonly succeeded: number;
  readonly failed: number;
  /** When the first failure was; null: none of them failed. */
  readonly firstFailureAt: number | null;
}

/** The attempts at some deployments by minute. @throws GatewayError directory_unavailable, database_too_slow */
export async function readAttemptMinutes(
  { pool }: Pick<Database, "pool">,
  deployments: readonly string[],
  { since, until }: Minutes,
): Promise<AttemptsOfMinute[]> {
  if (deployments.length === 0) return [];
  const { rows } = await longOrUnavailable(
    pool.query<AttemptsOfMinute>(longStatement(MINUTES, [since, until, deployments])),
  );
  return rows;
}

/** A call whose attempt at a deployment failed. */
export interface FailedCall {
  readonly deployment: string;
  readonly callId: string;
  readonly requestedModel: string;
  /** The HTTP status, "connection" or "timeout"; "no_answer" if it is not known which of these two it was. */
  readonly failure: string;
}

/** How far back from a failure its call is looked for, in minutes. A call that began earlier is not found. */
const LONGEST_CALL = 10;
const FAILED_CALLS = `
SELECT asked.deployment, found."callId", found."requestedModel", found.failure
FROM unnest($1::text[], $2::float8[]) AS asked (deployment, at)
CROSS JOIN LATERAL (
  SELECT call_id AS "callId", requested_model AS "requestedModel", coalesce(
    (SELECT one->>'failure' FROM jsonb_array_elements(tried) AS one WHERE one->>'deployment' = asked.deployment LIMIT 1),
    http_status::text, 'no_answer') AS failure
  FROM calls
  WHERE started_at <= to_timestamp(asked.at / 1000)
    AND started_at > to_timestamp(asked.at / 1000) - interval '${LONGEST_CALL} minutes'
    AND ((calls.deployment = asked.deployment AND status = 'error')
      OR tried @> jsonb_build_array(jsonb_build_object('deployment', asked.deployment)))
  ORDER BY started_at DESC LIMIT 1) AS found`;

/**
 * The call behind the latest failure of each deployment, if it is booked. `at`: when the failure ended, in milliseconds
 * since the epoch. @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readFailedCalls(
  { pool }: Pick<Database, "pool">,
  failures: readonly { readonly deployment: string; readonly at: number }[],
): Promise<FailedCall[]> {
  if (failures.length === 0) return [];
  const values = [failures.map(({ deployment }) => deployment), failures.map(({ at }) => at)];
  const { rows } = await longOrUnavailable(pool.query<FailedCall>(longStatement(FAILED_CALLS, values)));
  return rows;
}
