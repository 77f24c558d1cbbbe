const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;
/** A receiver may ask for a longer pause than ours, but not for one that looks like an end. */
const LONGEST_REQUESTED_MS = 3_600_000;

/**
 * How long to wait after this many failures in a row, in milliseconds: 1 s, then twice as long each time, at most 5
 * minutes. A receiver may ask for more, up to an hour. `random`, from 0 to below 1, shortens our own pause by up to a
 * quarter, so that sinks that fail together do not come back together.
 */
export function sinkRetryPause(failures: number, requestedMs: number | undefined, random: number): number {
  const own = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_MS) * (1 - random / 4);
  return Math.round(Math.max(own, Math.min(requestedMs ?? 0, LONGEST_REQUESTED_MS)));
}

/** `Retry-After` in milliseconds: seconds or a date (RFC 9110 §10.2.3); undefined if it is neither. */
