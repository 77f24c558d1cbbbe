import { expect, test } from "vitest";
import { hourlyRange } from "./rebuild-hours";

test.each([
  ["2026-11-21T15:00:00Z", 90, "2026-08-01", "2026-11-20"],
  ["2026-11-29T23:59:59Z", 90, "2026-08-01", "2026-11-28"],
  ["2026-11-30T00:00:00Z", 90, "2026-09-01", "2026-11-29"],
  ["2026-01-01T00:00:00Z", 1, "2025-12-01", "2025-12-31"],
])("at %s, hours of %i days are kept from %s on, and made of calls before %s", (now, days, from, until) => {
  const range = { from: Date.parse(`${from}T00:00:00Z`), until: Date.parse(`${until}T00:00:00Z`) };
  expect(hourlyRange(Date.parse(now), days)).toEqual(range);
});
