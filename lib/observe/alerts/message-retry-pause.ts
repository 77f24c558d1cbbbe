const FIRST_MS = 10_000;
const LONGEST_MS = 2 * 3_600_000;
/** For how long a message is tried again, in milliseconds. */
export const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

/**
 * How long a message waits after this many failed attempts, in milliseconds: 10 s, then twice as long each time, up to
 * two hours. `retryAfterMs` is what the receiver asks for, and counts up to two hours too. Undefined: the message is
 * given up, because it would be older than a day.
 */
export function messageRetryPause(attempts: number, ageMs: number, retryAfterMs = 0): number | undefined {
  const own = Math.min(FIRST_MS * 2 ** Math.max(0, attempts - 1), LONGEST_MS);
  const pause = Math.max(own, Math.min(retryAfterMs, LONGEST_MS));
  return ageMs + pause > GIVEN_UP_AFTER_MS ? undefined : pause;
}
