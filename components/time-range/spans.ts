import { type Comparison, isoTime } from "./spend-range";
import { type TimeInputs, timeInputs } from "./time-inputs";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The times for which refusals are counted: the hours up to now, or days by hand. */
export const SPANS = [
  { value: "1", label: "Last hour" },
  { value: "24", label: "Last 24 hours" },
  { value: "168", label: "Last 7 days" },
  { value: "720", label: "Last 30 days" },
  { value: "between", label: "Custom days…" },
] as const;

/** A span in an address: its hours or `between`, and then its ends and the zone of its days. */
export const USUAL_SPAN = { hours: "168", from: "", to: "", zone: "" };

/** A span as refusals are asked for. */
export interface AskedSpan {
  readonly asked:
    | { readonly hours: string; readonly start_date?: undefined }
    | { readonly hours?: undefined; readonly start_date?: string; readonly end_date?: string };
  /** How many hours it covers, for steps over time. */
  readonly hours: number;
}

/** The span of an address, which may hold any string. `now`: milliseconds since the epoch. */
export function askedSpan({ hours, from, to }: typeof USUAL_SPAN, now: number, zone: string): AskedSpan {
  const name = SPANS.find(({ value }) => value === hours)?.value ?? "168";
  if (name !== "between") return { asked: { hours: name }, hours: Number(name) };
  const asked = timeInputs({ time: name, from, to }, now, zone);
  // Without a first day, the operation would count the last seven days.
  if (asked.start_date === undefined) return { asked: { hours: "168" }, hours: 168 };
  const end = asked.end_date === undefined ? now : endOf(asked.end_date);
  const covered = Math.ceil((Math.min(end, now) - Date.parse(asked.start_date)) / HOUR_MS);
  return { asked, hours: Number.isFinite(covered) ? Math.max(1, covered) : 168 };
}

/** When a time ends: an instant, or the end of a UTC day. */
function endOf(date: string): number {
  return Date.parse(date) + (date.includes("T") ? 0 : 86_400_000);
}

/**
 * The span of an address as operations on calls take it, which know no hours. It begins with a whole minute, or of more
 * than a day with a whole hour, so that the same question is asked again.
 */
export function askedPeriod(view: typeof USUAL_SPAN, now: number, zone: string): TimeInputs {
  const { asked } = askedSpan(view, now, zone);
  if (asked.hours === undefined) return { start_date: asked.start_date, end_date: asked.end_date };
  const hours = Number(asked.hours);
  const whole = hours > 24 ? HOUR_MS : MINUTE_MS;
  return { start_date: isoTime(Math.floor((now - hours * HOUR_MS) / whole) * whole) };
}

/**
 * What a period is compared with, as instants: as much time before it (`before`), or the same dates a year earlier.
 * Undefined for a period without an instant at its ends, which an address may ask for. `now`: its end if it has none.
 */
export function periodBefore(
  { start_date: start = "", end_date: end }: TimeInputs,
  now: number,
  comparison: Exclude<Comparison, "none">,
): TimeInputs | undefined {
  const [from, until] = [Date.parse(start), end === undefined ? now : endOf(end)];
  if (!(from < until)) return undefined;
  if (comparison === "before") return { start_date: isoTime(from - (until - from)), end_date: isoTime(from) };
  return { start_date: isoTime(yearBefore(from)), end_date: isoTime(yearBefore(until)) };
}

function yearBefore(at: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() - 1);
}
