import type { Blame } from "./failure";

/** Where a call stands after an attempt has failed. */
export interface Standing {
  readonly blame: Blame;
  /** Whether the caller has got anything of an answer: then no other may follow. */
  readonly isSent: boolean;
  /** Attempts so far on this model, and how many may follow the first. */
  readonly attempts: number;
  readonly retries: number;
  /** Whether the group has a deployment that this call has not tried and that may get calls. */
  readonly hasUntried: boolean;
  /** Milliseconds until some deployment of the group may be tried again: 0, or how long all rest. Undefined: none ever will, for this call. */
  readonly againInMs: number | undefined;
  /** What the upstream asked for. */
  readonly retryAfterMs: number | undefined;
  readonly retryAfterMaxMs: number;
  /** Until the call's own time is over; undefined: without end. */
  readonly leftMs: number | undefined;
  readonly hasFallback: boolean;
  /** From 0 to below 1. */
  readonly random: number;
}

export type NextStep =
  /** Another deployment of the group, at once. */
  | { readonly step: "next deployment" }
  /** The group again, after a wait. */
  | { readonly step: "again"; readonly waitMs: number }
  | { readonly step: "fallback" }
  | { readonly step: "give up" };

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 4_000;

/** What to do after a failed attempt: another deployment, the same again after a wait, another model, or nothing. */
export function nextStep(standing: Standing): NextStep {
  const { blame, isSent, attempts, retries, hasUntried, hasFallback, leftMs } = standing;
  if (isSent || blame === "caller" || (leftMs !== undefined && leftMs <= 0)) return { step: "give up" };
  if (attempts <= retries) {
    if (hasUntried) return { step: "next deployment" };
    const waitMs = waitBefore(standing);
    if (waitMs !== undefined) return { step: "again", waitMs };
  }
  return hasFallback ? { step: "fallback" } : { step: "give up" };
}

/** How long to wait before the group is tried again; undefined: longer than a call waits. */
function waitBefore({
  againInMs,
  attempts,
  retryAfterMs,
  retryAfterMaxMs,
  leftMs,
  random,
}: Standing): number | undefined {
  if (againInMs === undefined) return undefined;
  const asked = Math.max(againInMs, retryAfterMs ?? 0);
  if (asked > retryAfterMaxMs) return undefined;
  const waitMs = Math.max(asked, backoff(attempts, random));
  return leftMs !== undefined && waitMs >= leftMs ? undefined : waitMs;
}

/** Doubles with each attempt, up to some seconds; between half and the whole of it, so that callers do not come back together. */
function backoff(attempts: number, random: number): number {
  const whole = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), LONGEST_BACKOFF_MS);
  return Math.round(whole * (0.5 + random / 2));
}
