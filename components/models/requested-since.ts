import type { RequestedName } from "./wildcards/wildcard-map";

/** Seven UTC days with today, or the last 24 hours. */
export type Range = "day" | "week";

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** The names in a spend report, each once, those with the most calls first. Hours count whole. `now`: milliseconds. */
export function requestedSince(
  rows: readonly {
    readonly requested_model?: string | undefined;
    readonly hour?: string | undefined;
    readonly calls: number;
  }[],
  range: Range,
  now: number,
): readonly RequestedName[] {
  const since = range === "day" ? now - DAY_MS : undefined;
  const calls = new Map<string, number>();
  for (const { requested_model: name = "", hour, calls: more } of rows) {
    if (since !== undefined && (hour === undefined || Date.parse(hour) + HOUR_MS <= since)) continue;
    calls.set(name, (calls.get(name) ?? 0) + more);
  }
  return [...calls].map(([name, count]) => ({ name, calls: count })).sort((a, b) => b.calls - a.calls);
}
