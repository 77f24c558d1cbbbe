import type { KeptDetail } from "@/lib/reports/report-reader";
import { DAY_MS, formatDay } from "@/lib/time/period";

const HOUR_MS = 3_600_000;
/** The most days that are summed from single calls. */
const MOST_DAYS_OF_CALLS = 31;

/** What a report asks for, and how far back the hours and the calls of its days reach. */
export interface ReportPeriod extends KeptDetail {
  readonly timeZone: string;
  readonly byHour: boolean;
  /** The instants at which the days begin in the zone, and the one at which the last ends, in milliseconds. */
  readonly bounds: readonly number[];
}

/** What a report is summed from. `note`: how the answer differs from the question. */
export type ReportSource =
  | { readonly from: "days"; readonly note?: string }
  | { readonly from: "hours" }
  | { readonly from: "calls" }
  | { readonly from: "nothing"; readonly param: "group_by" | "time_zone"; readonly because: string };

/**
 * Chooses what a report is summed from. Hours make up the days of every zone whose days begin on the hour. Days of
 * other zones are summed from the calls, as long as there are few days.
 */
export function reportSource({ timeZone, byHour, bounds, hoursSince, callsSince }: ReportPeriod): ReportSource {
  if (isUtc(timeZone)) {
    if (!byHour) return { from: "days" };
    return hoursSince === undefined ? { from: "hours" } : noHours(`Spend ${byTheHour(hoursSince)}`);
  }
  if (bounds.every((bound) => bound % HOUR_MS === 0)) {
    if (hoursSince === undefined) return { from: "hours" };
    if (byHour) return noHours(`Spend ${byTheHour(hoursSince)}`);
    return { from: "days", note: inUtc(`spend ${byTheHour(hoursSince)}`) };
  }
  if (byHour) return noHours(`The hours of ${timeZone} do not begin with those of UTC`);
  const days = ((bounds.at(-1) ?? 0) - (bounds[0] ?? 0)) / DAY_MS;
  if (days > MOST_DAYS_OF_CALLS + 1 / 12)
    return {
      from: "nothing",
      param: "time_zone",
      because: `Days of ${timeZone} do not begin on the hour of UTC, so they are added up from single calls: ask for at most ${MOST_DAYS_OF_CALLS} days, or for another time_zone.`,
    };
  if (callsSince === undefined) return { from: "calls" };
  const kept = `single calls are kept only since ${formatDay(callsSince)} (call_retention_days)`;
  return { from: "days", note: inUtc(kept) };
}

function isUtc(timeZone: string): boolean {
  return timeZone === "UTC";
}

function byTheHour(since: number): string {
  return `is kept by the hour only since ${formatDay(since)} (hourly_retention_days)`;
}

function noHours(because: string): ReportSource {
  return { from: "nothing", param: "group_by", because: `${because}: group by day, or ask for later days.` };
}

function inUtc(because: string): string {
  return `The days are UTC days, because ${because}.`;
}
