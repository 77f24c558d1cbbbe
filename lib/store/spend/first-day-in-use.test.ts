import { expect, test } from "vitest";
import { firstDayInUse } from "./first-day-in-use";

const now = Date.parse("2026-11-21T15:00:00Z");
const LATER = Date.parse("2026-11-01T00:00:00Z");

test.each<[why: string, keptDays: number, callsFrom: number, durations: string[], day: string]>([
  ["of the setting", 365, LATER, [], "2025-11-21"],
  ["that calls are still kept of", 30, Date.parse("2026-09-01T00:00:00Z"), ["1d"], "2026-09-01"],
  ["that the longest window in force began on", 30, LATER, ["1d", "12mo", "1w"], "2026-01-01"],
  ["that a window began within", 1, now, ["36h"], "2026-11-20"],
  ["whatever a budget of all time needs", 30, LATER, ["never", ""], "2026-10-22"],
])("the first day whose figures are needed is the one %s", (_why, keptDays, callsFrom, durations, day) => {
  expect(new Date(firstDayInUse({ now, keptDays, callsFrom, durations })).toISOString()).toBe(`${day}T00:00:00.000Z`);
});
