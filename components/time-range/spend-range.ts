import { DAY_MS, formatDay, parseDay } from "@/lib/time/period";
import { dayAt, startOfDayIn } from "@/lib/time/time-zone";

/** The first and last calendar day of a range in some time zone (YYYY-MM-DD), both included. */
export interface DayRange {
  readonly start_date: string;
  readonly end_date: string;
}

/** The ranges that can be chosen by name. All but `month`, the last month, end today. */
export const NAMED_RANGES = ["7", "30", "90", "to-date", "month"] as const;
export type NamedRange = (typeof NAMED_RANGES)[number];
/** The range of an address that names none. */
export const USUAL_RANGE = "30" satisfies NamedRange;

/** The days of a range in an address: one with a name, or `between` two days. Of anything else, the usual range. */
export function daysOfAddress(
  { range, from, to }: { readonly range: string; readonly from: string; readonly to: string },
  now: number,
  zone: string,
): DayRange {
  const usual = namedRange(USUAL_RANGE, now, zone);
  if (range !== "between") {
    const named = NAMED_RANGES.find((value) => value === range);
    return named === undefined ? usual : namedRange(named, now, zone);
  }
  const end = parseDay(to) === undefined ? usual.end_date : to;
  const start = parseDay(from) === undefined ? usual.start_date : from;
  return start <= end ? { start_date: start, end_date: end } : { start_date: end, end_date: start };
}

/** The days of a range with a name, by the calendar of a zone at `now` (milliseconds since the epoch). */
export function namedRange(range: NamedRange, now: number, zone: string): DayRange {
  const today = dayAt(zone, now);
  switch (range) {
    case "month":
      return days(firstOfMonth(today, -1), firstOfMonth(today, 0) - DAY_MS);
    case "to-date":
      return days(firstOfMonth(today, 0), today);
    default:
      return days(today - (Number(range) - 1) * DAY_MS, today);
  }
}

/** What a range is compared with. */
export const COMPARISONS = [
  { value: "before", label: "vs. period before" },
  { value: "year", label: "vs. year before" },
  { value: "none", label: "No comparison" },
] as const;
export type Comparison = (typeof COMPARISONS)[number]["value"];
export const USUAL_COMPARISON = "before" satisfies Comparison;

/** The comparison of an address, which may hold any text. */
export function comparisonNamed(text: string): Comparison {
  return COMPARISONS.find(({ value }) => value === text)?.value ?? USUAL_COMPARISON;
}

/**
 * The range that a range is compared with. `before`: for whole calendar months as many months before, for a month so
 * far the same days of the month before, and otherwise as many days before. `year`: the same dates a year earlier. A
 * day that a month lacks becomes its last one.
 */
export function rangeBefore(range: DayRange, comparison: Exclude<Comparison, "none">): DayRange {
  const start = midnight(range.start_date);
  const end = midnight(range.end_date);
  if (comparison === "year") return days(monthsLater(start, -12), monthsLater(end, -12));
  if (firstOfMonth(start, 0) === start) {
    const months = monthOf(end) - monthOf(start) + 1;
    if (firstOfMonth(end, 1) - DAY_MS === end) return days(firstOfMonth(start, -months), start - DAY_MS);
    if (months === 1) return days(firstOfMonth(start, -1), monthsLater(end, -1));
  }
  return days(start - (end - start) - DAY_MS, start - DAY_MS);
}

/** How many days a range has. */
export function countDays({ start_date, end_date }: DayRange): number {
  return (midnight(end_date) - midnight(start_date)) / DAY_MS + 1;
}

/**
 * A range as the filters of calls take it: in UTC its days, in other zones the instants at which it begins and ends.
 */
export function callsPeriod({ start_date, end_date }: DayRange, zone: string): { from: string; to: string } {
  if (zone === "UTC") return { from: start_date, to: end_date };
  return {
    from: isoTime(startOfDayIn(zone, midnight(start_date))),
    to: isoTime(startOfDayIn(zone, midnight(end_date) + DAY_MS)),
  };
}

/** An instant as `2026-11-21T12:00:00Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** The UTC midnight of a date (YYYY-MM-DD) in milliseconds since the epoch; NaN for any other text. */
export function midnight(day: string): number {
  return parseDay(day) ?? Number.NaN;
}

/** The UTC midnight of the first day of a month: the month of `day` and `later` months on. */
export function firstOfMonth(day: number, later: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

function monthsLater(day: number, later: number): number {
  const last = firstOfMonth(day, later + 1) - DAY_MS;
  return Math.min(firstOfMonth(day, later) + (new Date(day).getUTCDate() - 1) * DAY_MS, last);
}

function monthOf(day: number): number {
  const date = new Date(day);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function days(start: number, end: number): DayRange {
  return { start_date: formatDay(start), end_date: formatDay(end) };
}
