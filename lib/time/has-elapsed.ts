/**
 * Whether a number of milliseconds have passed since a time of the system's clock. Times are milliseconds since the
 * epoch. A time in the future shows that the clock was set back. It says nothing any more, and counts as long ago.
 */
export function hasElapsed(since: number, milliseconds: number, now: number): boolean {
  return now < since || now - since >= milliseconds;
}
