let second = Number.NaN;
let prefix = "";

/** `Date.prototype.toISOString` for times that follow each other closely, ten times as fast. Milliseconds since the epoch, whole. */
export function isoTime(milliseconds: number): string {
  const now = Math.floor(milliseconds / 1000);
  if (now !== second) {
    prefix = new Date(now * 1000).toISOString().slice(0, -"000Z".length);
    second = now;
  }
  const rest = milliseconds - now * 1000;
  return `${prefix}${rest < 10 ? "00" : rest < 100 ? "0" : ""}${rest}Z`;
}
