import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { readTraffic } from "@/lib/store/record/traffic-minutes";
import { LATENCY_BOUNDS_MS } from "@/lib/traffic-minute";
import { trafficContract } from "@/lib/wire/contracts/traffic";

const MINUTE_MS = 60_000;
const MOST_ROWS = 20_000;

/** `GET /health/traffic`: minutes of all nodes by deployment and outcome. */
export const trafficOperation: CallerOperation = defineOperation(
  trafficContract,
  async ({ services: { database, now } }, { hours, step_minutes: stepMinutes, deployment }) => {
    const stepMs = stepMinutes * MINUTE_MS;
    const until = Math.floor(now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
    const since = Math.floor((until - hours * 60 * MINUTE_MS) / stepMs) * stepMs;
    const found = await readTraffic(database, { since, until, stepMinutes, deployment, limit: MOST_ROWS });
    return {
      body: {
        since: new Date(since).toISOString(),
        until: new Date(until).toISOString(),
        step_minutes: stepMinutes,
        latency_bounds_ms: LATENCY_BOUNDS_MS,
        data: found.rows.map(({ minute, deployment: id, firstAt, lastAt, ...counted }) => ({
          minute: new Date(minute).toISOString(),
          deployment: id === "" ? null : id,
          ...counted,
          first_at: new Date(firstAt).toISOString(),
          last_at: new Date(lastAt).toISOString(),
        })),
        truncated: found.truncated,
      },
    };
  },
);
