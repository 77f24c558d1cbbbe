const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
export type DurationUnit = keyof typeof UNIT_MS | "mo";
/** Examples for messages and descriptions of fields that take a duration. */
export const DURATION_EXAMPLES = "30s, 15m, 1h, 30d, 1w or 1mo";
const LATEST = Date.UTC(9999, 0, 1);

/**
 * The moment a duration after `start`, both in milliseconds since the epoch. A duration is a positive whole number and
 * a unit: `30s`, `5m`, `1h`, `30d`, `2w`, `1mo`. A month is a calendar month in UTC and ends at the last day of the
 * month at the latest (January 31st + `1mo` is the last of February). Undefined for a string that is not a duration, or
 * beyond year 9999.
 */
export function addDuration(start: number, duration: string): number | undefined {
  const parts = readDuration(duration);
  if (!parts) return undefined;
  const { count, unit } = parts;
  const end = unit === "mo" ? addMonths(start, count) : start + count * UNIT_MS[unit];
  return end < LATEST ? end : undefined; // NaN too
}

/** Whether a string is a duration. */
export function isDuration(duration: string): boolean {
  return addDuration(0, duration) !== undefined;
}

/** The number and the unit of a duration; undefined if the text is not one. */
export function readDuration(duration: string): { readonly count: number; readonly unit: DurationUnit } | undefined {
  const [, count, unit] = /^([1-9]\d{0,8})(s|m|h|d|w|mo)$/.exec(duration) ?? [];
  return isUnit(unit) ? { count: Number(count), unit } : undefined;
}

/** The milliseconds of a unit of constant length. */
export function unitMs(unit: Exclude<DurationUnit, "mo">): number {
  return UNIT_MS[unit];
}

function isUnit(unit: string | undefined): unit is DurationUnit {
  return unit !== undefined && (unit === "mo" || unit in UNIT_MS);
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
