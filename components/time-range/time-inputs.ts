import { utcDay } from "@/components/api/format";
import { DAY_MS, formatDay, parseDay } from "@/lib/time/period";
import { dayAt, startOfDayIn } from "@/lib/time/time-zone";
import { callsPeriod, isoTime, namedRange } from "./spend-range";

/** A time in the address of a list: days back, a range's name or `between`, its ends, and the zone of its days. */
export const ANY_TIME = { time: "", from: "", to: "", zone: "" };
export type ListTime = typeof ANY_TIME;

/** The times that a list offers. */
export const LIST_TIMES = [
  { value: "", label: "Any time" },
  { value: "0", label: "Today" },
  { value: "6", label: "Last 7 days" },
  { value: "29", label: "Last 30 days" },
  { value: "89", label: "Last 90 days" },
  { value: "to-date", label: "This month" },
  { value: "month", label: "Last month" },
  { value: "between", label: "Custom days…" },
] as const;

/** The inputs of an operation that lists what happened in a time. */
export interface TimeInputs {
  readonly start_date?: string;
  readonly end_date?: string;
}

/**
 * A time as operations take it: days of UTC, both included, or the instants between which days of another zone lie.
 * Links may hold instants too. `today`: milliseconds since the epoch.
 */
export function timeInputs({ time, from, to }: Omit<ListTime, "zone">, today: number, zone = "UTC"): TimeInputs {
  // An address may hold any string.
  if (/^\d{1,4}$/.test(time)) return sinceDaysBack(Number(time), today, zone);
  if (time === "to-date") return { start_date: callsPeriod(namedRange(time, today, zone), zone).from };
  if (time === "month") return endsOf(callsPeriod(namedRange(time, today, zone), zone));
  return time === "between" ? between({ from, to }, zone) : {};
}

function sinceDaysBack(days: number, today: number, zone: string): TimeInputs {
  if (zone === "UTC") return { start_date: utcDay(today, days) };
  return { start_date: isoTime(startOfDayIn(zone, dayAt(zone, today) - days * DAY_MS)) };
}

function between({ from, to }: Pick<ListTime, "from" | "to">, zone: string): TimeInputs {
  const first = parseDay(from);
  const last = parseDay(to);
  const start = zone === "UTC" || first === undefined ? from : isoTime(startOfDayIn(zone, first));
  const end = zone === "UTC" || last === undefined ? to : isoTime(startOfDayIn(zone, last + DAY_MS));
  return endsOf({ from: start, to: end });
}

function endsOf({ from, to }: { readonly from: string; readonly to: string }): TimeInputs {
  return { ...(from === "" ? {} : { start_date: from }), ...(to === "" ? {} : { end_date: to }) };
}

/** The same for operations whose end is excluded, such as those of the audit log: the day after the last one. */
export function timeBefore(inputs: TimeInputs): TimeInputs {
  const last = parseDay(inputs.end_date ?? "");
  return last === undefined ? inputs : { ...inputs, end_date: formatDay(last + DAY_MS) };
}

/** Whether a string is an instant and no day. */
export function isInstant(text: string): boolean {
  return text.includes("T");
}
