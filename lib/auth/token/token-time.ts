/** The clock that a token's times were compared with. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly clockSkewSeconds: number;
}

/** Says how far a time of a token, in seconds since the epoch, is from the gateway's clock; for administrators. */
export function describeTime(claim: string, seconds: unknown, { now, clockSkewSeconds }: Clock): string {
  if (typeof seconds !== "number") return "";
  const away = Math.round(seconds - now / 1_000);
  const distance = away < 0 ? `was ${duration(-away)} before` : `is ${duration(away)} after`;
  return `The token's "${claim}" ${distance} the gateway's clock, at ${instant(seconds)}; clock_skew_seconds is ${clockSkewSeconds}.`;
}

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** The two largest units: `2 d 3 h`, `59 s`. */
function duration(seconds: number): string {
  const parts: string[] = [];
  let left = seconds;
  for (const [size, unit] of UNITS) {
    if (parts.length < 2 && left >= size) parts.push(`${Math.floor(left / size)} ${unit}`);
    left %= size;
  }
  return parts.length > 0 ? parts.join(" ") : "0 s";
}

/** The last instant that a Date can hold, in seconds. */
const LAST_INSTANT = 8.64e12;

function instant(seconds: number): string {
  return Math.abs(seconds) > LAST_INSTANT
    ? String(seconds)
    : // Not in ISO 8601, which the console shows as a distance from now: the sentence has its own.
      new Date(seconds * 1_000)
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, " UTC");
}
