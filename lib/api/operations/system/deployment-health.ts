import type { Services } from "@/lib/gateway/services";
import { readCooldowns } from "@/lib/store/record/cooldowns";
import {
  readAttemptMinutes,
  readAttemptSteps,
  readCallMinutes,
  readDeploymentAttempts,
  readFailedCalls,
  type CallsOfMinute,
  type DeploymentAttempts,
} from "@/lib/store/record/last-hour";
import { latencyAt, type TrafficOutcome } from "@/lib/traffic-minute";
import type { DeploymentHealth, LastHour } from "@/lib/wire/contracts/health";
import { latestSeriesBegin, recentRate } from "./failure-series";
import { mergeCooldowns } from "./merge-cooldowns";

const MINUTE_MS = 60_000;
const MINUTES = 60;
const STEP_MINUTES = 2;
/** How far back the beginning of a series of failures is looked for, in milliseconds. */
const SERIES_MS = 6 * 60 * MINUTE_MS;
/** For how many deployments that beginning is looked for: those that failed last. */
const MOST_SERIES = 20;
/** How many steps the recent rate covers: five minutes, in whole steps. */
const RECENT_STEPS = 3;
/** For how many deployments the call of the last failure is looked up: those that failed last. */
const MOST_FAILURES = 50;
/** How many cooldowns of single nodes and upstream models are read: those that end last. */
const MOST_COOLDOWNS = 10_000;

/**
 * How callers saw the outcome of a call. A failed attempt that was followed by another one is not a call of its own.
 */
const SEEN_AS: Readonly<Partial<Record<TrafficOutcome, keyof LastHour["calls"]>>> = {
  served: "served",
  refused: "refused",
  declined: "refused",
  failed: "failed",
  cancelled: "cancelled",
};

/** The last 60 minutes, including the present one, over all nodes. */
export async function lastHour({ database, now }: Pick<Services, "database" | "now">): Promise<LastHour> {
  const at = now();
  const until = Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  const since = until - MINUTES * MINUTE_MS;
  const span = { since, until };
  const [calls, attempts, steps, cooldowns] = await Promise.all([
    readCallMinutes(database, span),
    readDeploymentAttempts(database, span),
    readAttemptSteps(database, { ...span, stepMinutes: STEP_MINUTES }),
    readCooldowns(database, { ...span, limit: MOST_COOLDOWNS }),
  ]);
  const failures = attempts
    .flatMap(({ deployment, lastFailureAt: at }) => (at === null ? [] : [{ deployment, at }]))
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_FAILURES);
  const [calledInVain, begins] = await Promise.all([
    readFailedCalls(database, failures),
    seriesBegins(
      database,
      failures.slice(0, MOST_SERIES).map(({ deployment }) => deployment),
      until,
    ),
  ]);
  const failedCalls = new Map(calledInVain.map((call) => [call.deployment, call]));
  // Steps are counted from the epoch, so the first of them may begin before the hour.
  const firstStep = Math.floor(since / (STEP_MINUTES * MINUTE_MS)) * STEP_MINUTES * MINUTE_MS;
  const stepCount = Math.ceil((until - firstStep) / (STEP_MINUTES * MINUTE_MS));
  const lanes = new Map<string, Pick<DeploymentHealth, "succeeded_by_step" | "failed_by_step">>();
  for (const { deployment, step, succeeded, failed } of steps) {
    const lane = lanes.get(deployment) ?? { succeeded_by_step: zeros(stepCount), failed_by_step: zeros(stepCount) };
    const index = Math.round((step - firstStep) / (STEP_MINUTES * MINUTE_MS));
    lane.succeeded_by_step[index] = succeeded;
    lane.failed_by_step[index] = failed;
    lanes.set(deployment, lane);
  }
  const cooling = mergeCooldowns(cooldowns, at);
  const tried = new Set(attempts.map(({ deployment }) => deployment));
  const onlyCooling = [...cooling.keys()].filter((deployment) => !tried.has(deployment)).map(untried);
  return {
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    calls: callsByMinute(calls, since),
    step_minutes: STEP_MINUTES,
    data: [...attempts, ...onlyCooling].map(({ deployment, counts, latency, ...times }) => {
      const { served = 0, declined = 0, failed = 0, retried = 0, cancelled = 0 } = counts;
      const ended = served + declined + failed + retried;
      const call = failedCalls.get(deployment);
      const lane = lanes.get(deployment) ?? { succeeded_by_step: zeros(stepCount), failed_by_step: zeros(stepCount) };
      return {
        deployment,
        served,
        declined,
        failed,
        retried,
        cancelled,
        success_rate: ended === 0 ? null : (served + declined) / ended,
        recent_success_rate: recentRate(lane.succeeded_by_step, lane.failed_by_step, RECENT_STEPS),
        failures_since_success: times.failuresSinceSuccess,
        latency_p50_ms: latencyAt(latency, 0.5),
        latency_p95_ms: latencyAt(latency, 0.95),
        last_success_at: iso(times.lastSuccessAt),
        last_failure_at: iso(times.lastFailureAt),
        failing_since: iso(begins.get(deployment) ?? null),
        last_failure: call
          ? { call_id: call.callId, requested_model: call.requestedModel, failure: call.failure }
          : null,
        ...lane,
        cooldowns: [...(cooling.get(deployment) ?? [])],
      };
    }),
  };
}

/** A deployment that got no calls in the hour, because its cooldown began before. */
function untried(deployment: string): DeploymentAttempts {
  return { deployment, counts: {}, latency: [], lastSuccessAt: null, lastFailureAt: null, failuresSinceSuccess: 0 };
}

/** When the latest series of failures of each deployment began, in milliseconds since the epoch. */
async function seriesBegins(
  database: Services["database"],
  deployments: readonly string[],
  until: number,
): Promise<ReadonlyMap<string, number>> {
  const minutes = await readAttemptMinutes(database, deployments, { since: until - SERIES_MS, until });
  return new Map(
    deployments.flatMap((deployment) => {
      const begin = latestSeriesBegin(minutes.filter((minute) => minute.deployment === deployment));
      return begin === undefined ? [] : [[deployment, begin] as const];
    }),
  );
}

function callsByMinute(calls: readonly CallsOfMinute[], since: number): LastHour["calls"] {
  const sums = { served: zeros(MINUTES), refused: zeros(MINUTES), failed: zeros(MINUTES), cancelled: zeros(MINUTES) };
  for (const { minute, outcome, count } of calls) {
    const seenAs = SEEN_AS[outcome];
    const index = Math.round((minute - since) / MINUTE_MS);
    if (seenAs) sums[seenAs][index] = (sums[seenAs][index] ?? 0) + count;
  }
  return sums;
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
