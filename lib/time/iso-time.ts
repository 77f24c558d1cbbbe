let second = Number.NaN;
let prefix = "";

/**
 * `Date.prototype.toISOString`, ten times as fast for times that are close together. Whole milliseconds since the
 * epoch.
 */
export function isoTime(milliseconds: number): string {
  const now = Math.floor(milliseconds / 1000);
  if (now !== second) {
    prefix = new Date(now * 1000).toISOString().slice(0, -"000Z".length);
    second = now;
  }
  const rest = milliseconds - now * 1000;
  return `${prefix}${rest < 10 ? "00" : rest < 100 ? "0" : ""}${rest}Z`;
}
