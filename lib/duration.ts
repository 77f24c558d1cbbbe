const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const LATEST = Date.UTC(9999, 0, 1);

/**
 * The moment a duration after `start`, both in milliseconds since the epoch. Durations are a positive whole number
 * and a unit: `30s`, `5m`, `1h`, `30d`, `2w`, `1mo`. A month is a calendar month in UTC and never runs over into the
 * one after the next (January 31st + `1mo` is the last of February). Undefined: not a duration, or beyond year 9999.
 */
export function addDuration(start: number, duration: string): number | undefined {
  const parts = /^([1-9]\d{0,8})(s|m|h|d|w|mo)$/.exec(duration);
  if (!parts) return undefined;
  const count = Number(parts[1]);
  const end = parts[2] === "mo" ? addMonths(start, count) : start + count * unitMs(parts[2]);
  return end < LATEST ? end : undefined; // NaN too
}

/** Whether a string is a duration at all. */
export function isDuration(duration: string): boolean {
  return addDuration(0, duration) !== undefined;
}

function unitMs(unit: string | undefined): number {
  return unit !== undefined && unit in UNIT_MS ? UNIT_MS[unit as keyof typeof UNIT_MS] : Number.NaN;
}

function addMonths(start: number, count: number): number {
  const from = new Date(start);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(from.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return end.getTime();
}
