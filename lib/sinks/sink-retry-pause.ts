const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;
/** A receiver may ask for more, but not for a pause that looks like an end. */
const LONGEST_ASKED_MS = 3_600_000;

/**
 * How long a sink waits after so many failures in a row, in milliseconds: 1 s, then twice as long each time, at most 5
 * minutes; at least as long as the receiver asks for, at most an hour. `random`, from 0 to below 1, shortens it by up
 * to a quarter, so that many sinks that fail together do not come back together.
 */
export function sinkRetryPause(failures: number, askedMs: number | undefined, random: number): number {
  const own = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_MS) * (1 - random / 4);
  return Math.round(Math.max(own, Math.min(askedMs ?? 0, LONGEST_ASKED_MS)));
}
