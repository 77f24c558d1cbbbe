import { DAY_MS } from "./period";

const HOUR_MS = 3_600_000;
/** No zone is further from UTC, in milliseconds. */
const FURTHEST_MS = 16 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offsets at the beginnings of UTC days, by zone: reading one takes microseconds, and a series has hundreds. */
const offsets = new Map<string, Map<number, number>>();
/** Callers choose the names, whose capitals may be any, and a format takes many kilobytes. */
const MOST_ZONES = 50;
const MOST_DAYS = 5_000;

/** Whether a name is that of a zone in the IANA database, such as `Europe/Berlin`, or `UTC`. Offsets are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/**
 * How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. Instants are milliseconds since the
 * epoch.
 * @throws RangeError for an unknown zone
 */
export function offsetAt(zone: string, instant: number): number {
  if (zone === "UTC") return 0;
  const day = Math.floor(instant / DAY_MS);
  const before = offsetOn(zone, day);
  // No zone changes its clocks twice in a day.
  return before === offsetOn(zone, day + 1) ? before : readOffset(zone, instant);
}

/** The offset at the beginning of a UTC day, in days since the epoch. */
function offsetOn(zone: string, day: number): number {
  let known = offsets.get(zone);
  if (!known) {
    if (offsets.size >= MOST_ZONES) offsets.clear();
    offsets.set(zone, (known = new Map()));
  }
  let offset = known.get(day);
  if (offset === undefined) {
    if (known.size >= MOST_DAYS) known.clear();
    known.set(day, (offset = readOffset(zone, day * DAY_MS)));
  }
  return offset;
}

function readOffset(zone: string, instant: number): number {
  const wholeSecond = Math.floor(instant / 1000) * 1000;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(wholeSecond)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond;
}

/** The calendar day that a zone has at an instant, as the UTC midnight of that date. */
export function dayAt(zone: string, instant: number): number {
  return Math.floor((instant + offsetAt(zone, instant)) / DAY_MS) * DAY_MS;
}

/**
 * The instant at which a calendar day begins in a zone. `day` is the UTC midnight of that date. Where the clocks skip
 * midnight, the day begins at the first moment after.
 */
export function startOfDayIn(zone: string, day: number): number {
  const offset = offsetAt(zone, day);
  const usual = day - offset;
  if (offsetAt(zone, usual) === offset && offsetAt(zone, usual - 1000) === offset) return usual;
  // The clocks change near midnight.
  let before = day - FURTHEST_MS;
  let after = day + FURTHEST_MS;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (dayAt(zone, middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** The instants at which the days from the first to the last begin, and the one at which the last ends. */
export function dayBounds(zone: string, first: number, last: number): number[] {
  const bounds: number[] = [];
  for (let day = first; day <= last + DAY_MS; day += DAY_MS) bounds.push(startOfDayIn(zone, day));
  return bounds;
}

/** An hour with the clock and the offset of a zone: `2026-11-21T13:00:00+01:00`, in UTC `2026-11-21T12:00:00Z`. */
export function formatHour(zone: string, instant: number): string {
  const offset = offsetAt(zone, instant);
  const local = new Date(instant + offset).toISOString().slice(0, 19);
  if (offset === 0) return `${local}Z`;
  const minutes = Math.abs(offset) / 60_000;
  const pad = (number: number): string => String(Math.floor(number)).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${pad(minutes / 60)}:${pad(minutes % 60)}`;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formats.size >= MOST_ZONES) formats.clear();
  formats.set(zone, format);
  return format;
}
