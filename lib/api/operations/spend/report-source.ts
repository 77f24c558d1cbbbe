import type { KeptDetail } from "@/lib/reports/report-reader";
import { DAY_MS, formatDay } from "@/lib/time/period";
import { MOST_DAYS_OF_CALLS } from "@/lib/wire/contracts/spend";

const HOUR_MS = 3_600_000;

/** What a report asks for, and how far back the hours and the calls of its days reach. */
export interface ReportPeriod extends KeptDetail {
  readonly timeZone: string;
  readonly byHour: boolean;
  /** The payers that only single calls tell apart together: "team and key". Absent: totals are kept of the payers. */
  readonly togetherOnly?: string | undefined;
  /** The instants at which the days begin in the zone, and the one at which the last ends, in milliseconds. */
  readonly bounds: readonly number[];
}

/** What a report is summed from. `note`: how the answer differs from the question. */
export type ReportSource =
  | { readonly from: "days"; readonly note?: string }
  | { readonly from: "hours" }
  | { readonly from: "calls" }
  | { readonly from: "nothing"; readonly param: "group_by" | "time_zone" | "start_date"; readonly because: string };

/**
 * Chooses what a report is summed from. Hours make up the days of every zone whose days begin on the hour. Days of
 * other zones are summed from the calls, as long as there are few days.
 */
export function reportSource(asked: ReportPeriod): ReportSource {
  const { timeZone, byHour, bounds, hoursSince, callsSince, togetherOnly } = asked;
  if (togetherOnly !== undefined) return callsSource({ ...asked, togetherOnly });
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
  if (areTooMany(bounds))
    return {
      from: "nothing",
      param: "time_zone",
      because: `Days of ${timeZone} do not begin on the hour of UTC, so they are added up from single calls: ask for at most ${MOST_DAYS_OF_CALLS} days, or for another time_zone.`,
    };
  if (callsSince === undefined) return { from: "calls" };
  const kept = `single calls are kept only since ${formatDay(callsSince)} (call_retention_days)`;
  return { from: "days", note: inUtc(kept) };
}

/** Sums of single calls: of few days, all of which are kept. Without some of its calls, a bill would be wrong. */
function callsSource({ timeZone, byHour, bounds, callsSince, togetherOnly }: ReportPeriod): ReportSource {
  const only = `There are no totals by ${togetherOnly} together, so they are added up from single calls`;
  if (areTooMany(bounds)) return noDays(`${only}: ask for at most ${MOST_DAYS_OF_CALLS} days.`);
  if (callsSince !== undefined)
    return noDays(`${only}, which are kept only since ${formatDay(callsSince)} (call_retention_days).`);
  if (byHour && !bounds.every((bound) => bound % HOUR_MS === 0))
    return noHours(`The hours of ${timeZone} do not begin with those of UTC`);
  return { from: "calls" };
}

/** Whether there are more days than are summed from single calls. One of them may have an hour or two more. */
function areTooMany(bounds: readonly number[]): boolean {
  return ((bounds.at(-1) ?? 0) - (bounds[0] ?? 0)) / DAY_MS > MOST_DAYS_OF_CALLS + 1 / 12;
}

function noDays(because: string): ReportSource {
  return { from: "nothing", param: "start_date", because };
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
