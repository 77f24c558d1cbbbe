import type { Blame, Failure } from "./failure";

/** What is remembered of a deployment that has failed; one that is well has no such record. Times: milliseconds since the epoch. */
export interface Health {
  /** In a row. */
  readonly failures: number;
  /** Until then it gets no calls; undefined: it still gets them. */
  readonly restsUntil: number | undefined;
  /** A call that tries, after the rest, whether it is well again; no other may go along. */
  readonly isProbed: boolean;
}

export type Availability =
  | { readonly state: "well" }
  /** Its rest is over: one call may try it. */
  | { readonly state: "on trial" }
  | { readonly state: "resting"; readonly until: number };

/** How soon a caller may ask again while another call tries the deployment, in milliseconds. */
const TRIAL_MS = 1_000;
/** Nothing is put aside for longer, whatever its `Retry-After` says: limits are lifted early, and clocks are wrong. */
const LONGEST_REST_MS = 3_600_000;

/** Whether a deployment may get a call now. */
export function availability(health: Health | undefined, now: number): Availability {
  if (health?.restsUntil === undefined) return { state: "well" };
  if (now < health.restsUntil) return { state: "resting", until: health.restsUntil };
  return health.isProbed ? { state: "resting", until: now + TRIAL_MS } : { state: "on trial" };
}

/** The record while a call tries the deployment. */
export function onTrial(health: Health | undefined, now: number): Health | undefined {
  return health && availability(health, now).state === "on trial" ? { ...health, isProbed: true } : health;
}

/** The record when a trial ended without a verdict, as when the caller hung up: the next call tries again. */
export function afterNoVerdict(health: Health | undefined): Health | undefined {
  return health && { ...health, isProbed: false };
}

/**
 * The record after a failure that was not the caller's. It rests when its upstream asked for that by `Retry-After`,
 * when its access is refused, when its trial failed, or after more than `allowedFails` failures in a row.
 */
export function afterFailure(
  health: Health | undefined,
  { failure, blame }: { readonly failure: Failure; readonly blame: Exclude<Blame, "caller"> },
  { cooldownMs, allowedFails }: { readonly cooldownMs: number; readonly allowedFails: number },
  now: number,
): Health {
  const failures = (health?.failures ?? 0) + 1;
  const asked = failure.kind === "status" ? failure.retryAfterMs : undefined;
  const isEnough =
    failures > allowedFails || blame === "access" || asked !== undefined || health?.restsUntil !== undefined;
  // What never rests (`allowedFails` without end) is alone: nothing could stand in for it.
  const rests = isEnough && allowedFails !== Number.POSITIVE_INFINITY;
  const rest = Math.min(asked ?? cooldownMs, LONGEST_REST_MS);
  const restsUntil = rests ? Math.max(now + rest, health?.restsUntil ?? 0) : undefined;
  return { failures, restsUntil, isProbed: false };
}
