import { startOfDayIn } from "@/lib/time/time-zone";
import { midnight } from "@/components/time-range/spend-range";

const HOUR_MS = 3_600_000;
/** The most hours that the gateway looks back for refusals. */
const MOST_HOURS = 8_760;

/** How many hours back a day of a zone (YYYY-MM-DD) began, rounded up, from 1 to a year. `now`: milliseconds. */
export function hoursSince(day: string, zone: string, now: number): number {
  const hours = Math.ceil((now - startOfDayIn(zone, midnight(day))) / HOUR_MS);
  return Math.min(Math.max(1, hours), MOST_HOURS);
}
