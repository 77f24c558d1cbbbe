import { isTimeZone } from "@/lib/time/time-zone";

/**
 * The time zone of a page's days: that of its address, or without one the reader's choice (`preferred`). Days that an
 * address names without a zone are those of UTC, so that a link shows the same to everybody.
 */
export function askedZone(zone: string, namesDays: boolean, preferred: string): string {
  if (zone !== "") return isTimeZone(zone) ? zone : "UTC";
  return namesDays ? "UTC" : preferred;
}
