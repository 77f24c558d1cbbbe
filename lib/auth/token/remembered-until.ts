/** For how long an answer of a provider counts, in milliseconds. */
const ACCEPTED_FOR = 60_000;
const REFUSED_FOR = 10_000;

/**
 * Until when an accepted token is remembered: a minute, and never past its end. All in milliseconds since the epoch.
 */
export function acceptedUntil(expiresAt: number | undefined, now: number): number {
  return Math.min(now + ACCEPTED_FOR, expiresAt ?? Number.POSITIVE_INFINITY);
}

/** Until when a refusal is remembered: a new token with the same string is unlikely, but a provider may be late. */
export function refusedUntil(now: number): number {
  return now + REFUSED_FOR;
}
