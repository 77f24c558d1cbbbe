/**
 * How an attempt at a deployment, or a request that reached none, has ended. The names are stored in `traffic_minutes`,
 * so they never change their meaning. A deployment's attempts are all outcomes but `refused`; the gateway's calls are
 * all but `retried`.
 */
export const TRAFFIC_OUTCOMES = {
  served: "The deployment served the call.",
  failed: "The upstream was at fault, and the call failed with this attempt.",
  retried: "The upstream was at fault, and another attempt followed.",
  declined: "The upstream refused what the caller sent, such as a prompt that is too long.",
  cancelled: "The caller hung up.",
  refused: "The gateway answered with an error of its own. No deployment is named.",
} as const satisfies Record<string, string>;

export type TrafficOutcome = keyof typeof TRAFFIC_OUTCOMES;

/**
 * The inclusive upper bounds of the latency buckets in milliseconds, as OpenTelemetry recommends them for
 * `gen_ai.client.operation.duration`. One more bucket counts what took longer. Stored rows depend on the bounds, so
 * they never change.
 */
export const LATENCY_BOUNDS_MS = [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40960, 81920] as const;

/** The attempts or requests that ended within one UTC minute at one deployment with one outcome. */
export interface TrafficMinute {
  /** The beginning of the minute, in milliseconds since the epoch. */
  readonly minute: number;
  /** The id of the deployment; empty for `refused`. */
  readonly deployment: string;
  readonly outcome: TrafficOutcome;
  readonly count: number;
  /** Counts by `LATENCY_BOUNDS_MS`, one more than there are bounds; empty where no deployment was reached. */
  readonly latency: readonly number[];
  /** When the first and the last of them ended, in milliseconds since the epoch. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * The latency in milliseconds that a share of the attempts did not exceed, as exactly as the buckets allow. It is the
 * last bound if that share took longer. Null: there was no attempt. `share` is from 0 to 1.
 */
export function latencyAt(latency: readonly number[], share: number): number | null {
  const total = latency.reduce((sum, one) => sum + one, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let before = 0;
  for (const [bucket, upper] of LATENCY_BOUNDS_MS.entries()) {
    const here = latency[bucket] ?? 0;
    if (here > 0 && before + here >= wanted) {
      const lower = LATENCY_BOUNDS_MS[bucket - 1] ?? 0;
      return Math.round(lower + ((upper - lower) * (wanted - before)) / here);
    }
    before += here;
  }
  return LATENCY_BOUNDS_MS[LATENCY_BOUNDS_MS.length - 1] ?? null;
}
