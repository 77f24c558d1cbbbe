import type { Blame } from "./failure";

/** The state of a call after a failed attempt. */
export interface CallState {
  readonly blame: Blame;
  /** Whether the caller has received any part of an answer. Then no other attempt may follow. */
  readonly isSent: boolean;
  /** The number of attempts on this model so far, and of retries that may follow the first. */
  readonly attempts: number;
  readonly retries: number;
  /** Whether the group has an available deployment that this call has not tried. */
  readonly hasUntried: boolean;
  /**
   * Milliseconds until the group may be tried again: 0, or the rest of a cooldown. Undefined if it does not serve this
   * call.
   */
  readonly againInMs: number | undefined;
  /** What the upstream's `Retry-After` asks for. */
  readonly retryAfterMs: number | undefined;
  readonly retryAfterMaxMs: number;
  /** What is left of the call's time limit; undefined without a limit. */
  readonly leftMs: number | undefined;
  readonly hasFallback: boolean;
  /** At least 0 and below 1. */
  readonly random: number;
}

export type NextStep =
  /** Try another deployment of the group at once. */
  | { readonly step: "next deployment" }
  /** Try the group again after a wait. */
  | { readonly step: "again"; readonly waitMs: number }
  | { readonly step: "fallback" }
  | { readonly step: "give up" };

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 4_000;

/**
 * Decides what follows a failed attempt: another deployment, the same group after a wait, a fallback model, or nothing.
 */
export function nextStep(state: CallState): NextStep {
  const { blame, isSent, attempts, retries, hasUntried, hasFallback, leftMs } = state;
  if (isSent || blame === "caller" || (leftMs !== undefined && leftMs <= 0)) return { step: "give up" };
  if (attempts <= retries) {
    if (hasUntried) return { step: "next deployment" };
    const waitMs = waitBefore(state);
    if (waitMs !== undefined) return { step: "again", waitMs };
  }
  return hasFallback ? { step: "fallback" } : { step: "give up" };
}

/** How long to wait before the group is tried again; undefined if that is longer than a call may wait. */
function waitBefore({
  againInMs,
  attempts,
  retryAfterMs,
  retryAfterMaxMs,
  leftMs,
  random,
}: CallState): number | undefined {
  if (againInMs === undefined) return undefined;
  const asked = Math.max(againInMs, retryAfterMs ?? 0);
  if (asked > retryAfterMaxMs) return undefined;
  const waitMs = Math.max(asked, backoff(attempts, random));
  return leftMs !== undefined && waitMs >= leftMs ? undefined : waitMs;
}

/**
 * Doubles with each attempt, up to a few seconds. The result is a random part of it, at least half, so that callers do
 * not all come back at once.
 */
function backoff(attempts: number, random: number): number {
  const whole = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), LONGEST_BACKOFF_MS);
  return Math.round(whole * (0.5 + random / 2));
}
