import { DAY_MS, formatDay } from "@/lib/time/period";
import { dayAt, formatHour, offsetAt, startOfDayIn } from "@/lib/time/time-zone";
import {
  callsPeriod,
  countDays,
  type DayRange,
  firstOfMonth,
  isoTime,
  midnight,
} from "@/components/time-range/spend-range";
import type { SpendRow } from "@/components/charts/stack-by-day";

const HOUR_MS = 3_600_000;

export const GRANULARITIES = [
  { value: "hour", label: "Hour" },
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
] as const;
export type Granularity = (typeof GRANULARITIES)[number]["value"];

/** The fewest and the most days of a range for which a granularity gives a readable chart. */
const FITS: Readonly<Record<Granularity, readonly [least: number, most: number]>> = {
  hour: [1, 14],
  day: [1, 400],
  week: [8, Infinity],
  month: [29, Infinity],
};

/** The granularities of a range, finest first. There are no sums by hour for zones whose hours begin between UTC's. */
export function granularitiesOf(range: DayRange, zone: string): Granularity[] {
  const days = countDays(range);
  const isWhole = offsetAt(zone, midnight(range.start_date)) % HOUR_MS === 0;
  return GRANULARITIES.map(({ value }) => value).filter(
    (one) => FITS[one][0] <= days && days <= FITS[one][1] && (one !== "hour" || isWhole),
  );
}

/** The granularity of a range for which none, or one that does not fit, was chosen. */
export function usualGranularity(range: DayRange): Granularity {
  const days = countDays(range);
  return days <= 92 ? "day" : days <= 400 ? "week" : "month";
}

/** One bar of the chart: an hour, or the days of a day, week or month that lie in the range. */
export interface Bucket {
  readonly key: string;
  /** The period as the filters of calls take it: days, or instants. */
  readonly from: string;
  readonly to: string;
}

/** The buckets of a range in order, those without spend included. A day may have 23 or 25 hours. */
export function bucketsOf(granularity: Granularity, range: DayRange, zone: string): Bucket[] {
  const first = midnight(range.start_date);
  const last = midnight(range.end_date);
  const buckets: Bucket[] = [];
  if (granularity === "hour") {
    const end = startOfDayIn(zone, last + DAY_MS);
    for (let at = startOfDayIn(zone, first); at < end; at += HOUR_MS)
      buckets.push({ key: formatHour(zone, at), from: isoTime(at), to: isoTime(at + HOUR_MS) });
    return buckets;
  }
  for (let day = first; day <= last;) {
    const next = Math.min(nextStart(granularity, day), last + DAY_MS);
    const part = { start_date: formatDay(day), end_date: formatDay(next - DAY_MS) };
    buckets.push({ key: part.start_date, ...callsPeriod(part, zone) });
    day = next;
  }
  return buckets;
}

/** The key of the bucket that a row of a report belongs to. */
export function bucketKey(
  granularity: Granularity,
  { hour, day = "" }: Pick<SpendRow, "hour" | "day">,
  range: DayRange,
): string {
  if (granularity === "hour") return hour ?? "";
  const date = day.slice(0, 10);
  const first = formatDay(startOf(granularity, midnight(date)));
  return first < range.start_date ? range.start_date : first;
}

/** The key of the bucket that is not over at `now` (milliseconds since the epoch); undefined: the range is over. */
export function openBucketKey(
  granularity: Granularity,
  range: DayRange,
  zone: string,
  now: number,
): string | undefined {
  const day = formatDay(dayAt(zone, now));
  if (day < range.start_date || day > range.end_date) return undefined;
  const hour = formatHour(zone, now - (now % HOUR_MS));
  return bucketKey(granularity, { hour, day }, range);
}

/** The name of a bucket: short on the axis, `full` where it stands alone. */
export function bucketLabel(granularity: Granularity, key: string, full = false): string {
  const date = new Date(`${key.slice(0, 10)}T00:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(date);
  const day = format({ month: "short", day: "numeric" });
  switch (granularity) {
    case "hour":
      return full ? `${day}, ${key.slice(11, 16)} ${offsetText(key.slice(19))}` : `${day} ${key.slice(11, 16)}`;
    case "day":
      return full ? format({ weekday: "short", month: "short", day: "numeric", year: "numeric" }) : day;
    case "week":
      return full ? `Week of ${day}, ${key.slice(0, 4)}` : day;
    case "month":
      return format({ month: full ? "long" : "short", year: "numeric" });
  }
}

function offsetText(offset: string): string {
  return offset === "Z" ? "UTC" : `UTC${offset}`;
}

function nextStart(granularity: Exclude<Granularity, "hour">, day: number): number {
  if (granularity === "month") return firstOfMonth(day, 1);
  return startOf(granularity, day) + (granularity === "week" ? 7 : 1) * DAY_MS;
}

/** The first day of the bucket that holds a day: the day itself, the Monday of its week, or the first of its month. */
function startOf(granularity: Exclude<Granularity, "hour">, day: number): number {
  if (granularity === "day") return day;
  if (granularity === "month") return firstOfMonth(day, 0);
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;
}
