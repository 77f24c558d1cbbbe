/**
 * Whether so many milliseconds have passed since a time of the system's clock. Times are milliseconds since the epoch.
 * The clock was set back since a time that is yet to come: such a time says nothing any more, and counts as long ago.
 */
export function hasElapsed(since: number, milliseconds: number, now: number): boolean {
  return now < since || now - since >= milliseconds;
}
