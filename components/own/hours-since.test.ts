import { expect, test } from "vitest";
import { hoursSince } from "./hours-since";

const NOW = Date.parse("2026-03-10T12:30:00Z");

test.each([
  ["2026-03-10", "UTC", 13],
  ["2026-03-09", "UTC", 37],
  ["2026-03-10", "Asia/Tokyo", 22],
  ["2026-03-11", "UTC", 1],
  ["2020-01-01", "UTC", 8_760],
])("since %s in %s, %i hours have begun", (day, zone, hours) => {
  expect(hoursSince(day, zone, NOW)).toBe(hours);
});
