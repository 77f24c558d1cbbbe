import type { Blame, Failure } from "./failure";

/**
 * The record of a deployment that has failed; a healthy deployment has none. Times are milliseconds since the epoch.
 */
export interface Health {
  /** Consecutive failures. */
  readonly failures: number;
  /** The end of the cooldown, during which it gets no calls; undefined if it is not on cooldown. */
  readonly restsUntil: number | undefined;
  /** Whether a call is trying the deployment after its cooldown. No other call may use it meanwhile. */
  readonly isProbed: boolean;
}

export type Availability =
  | { readonly state: "well" }
  /** The cooldown is over: one call may try it. */
  | { readonly state: "on trial" }
  | { readonly state: "resting"; readonly until: number };

/** How soon to ask again while another call tries the deployment, in milliseconds. */
const TRIAL_MS = 1_000;
/** The longest cooldown, whatever `Retry-After` says: limits are often lifted early, and clocks are wrong. */
const LONGEST_REST_MS = 3_600_000;

/** Whether a deployment may get a call now. */
export function availability(health: Health | undefined, now: number): Availability {
  if (health?.restsUntil === undefined) return { state: "well" };
  if (now < health.restsUntil) return { state: "resting", until: health.restsUntil };
  return health.isProbed ? { state: "resting", until: now + TRIAL_MS } : { state: "on trial" };
}

/** The record while one call tries the deployment. */
export function onTrial(health: Health | undefined, now: number): Health | undefined {
  return health && availability(health, now).state === "on trial" ? { ...health, isProbed: true } : health;
}

/** The record after a trial without a result, for example because the caller hung up: the next call tries again. */
export function afterNoVerdict(health: Health | undefined): Health | undefined {
  return health && { ...health, isProbed: false };
}

/**
 * The record after a failure that was not the caller's fault. The cooldown starts if the upstream asked for one by
 * `Retry-After`, if it refuses access, if a trial failed, or after more than `allowedFails` consecutive failures.
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
  // A deployment without an alternative (`allowedFails` is infinite) never gets a cooldown.
  const rests = isEnough && allowedFails !== Number.POSITIVE_INFINITY;
  const rest = Math.min(asked ?? cooldownMs, LONGEST_REST_MS);
  const restsUntil = rests ? Math.max(now + rest, health?.restsUntil ?? 0) : undefined;
  return { failures, restsUntil, isProbed: false };
}
