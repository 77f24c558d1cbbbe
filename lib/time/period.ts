/** The milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

/**
 * The UTC midnight at which `YYYY-MM-DD` begins, in milliseconds since the epoch; undefined if there is no such day.
 */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(midnight) || formatDay(midnight) !== text ? undefined : midnight;
}

/**
 * A day (its UTC midnight), or an ISO 8601 date and time with its offset, in milliseconds since the epoch; undefined if
 * the text is neither.
 */
export function parseInstant(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return parseDay(text);
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The UTC day of an instant as `YYYY-MM-DD`. */
export function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Every day from the first to the last, both included. */
export function daysBetween(first: number, last: number): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day += DAY_MS) days.push(formatDay(day));
  return days;
}

/** The UTC midnight at or before an instant. */
export function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
