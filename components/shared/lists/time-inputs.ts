import { utcDay } from "@/components/api/format";
import { DAY_MS, formatDay, parseDay } from "@/lib/time/period";

/** A time in the address of a list: days back or `between`, and its ends. All empty: any time. */
export const ANY_TIME = { time: "", from: "", to: "" };
export type ListTime = typeof ANY_TIME;

/** The inputs of an operation that lists what happened in a time. */
export interface TimeInputs {
  readonly start_date?: string;
  readonly end_date?: string;
}

/**
 * A time as operations take it. Days are those of UTC, both included; links from days of another time zone hold
 * instants. `today`: milliseconds since the epoch.
 */
export function timeInputs({ time, from, to }: ListTime, today: number): TimeInputs {
  // An address may hold any string.
  if (/^\d{1,4}$/.test(time)) return { start_date: utcDay(today, Number(time)) };
  if (time !== "between") return {};
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
