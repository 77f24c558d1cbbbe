import { describe, expect, test } from "vitest";
import { callsPeriod, type Comparison, countDays, namedRange, rangeBefore } from "./spend-range";

const NOW = Date.parse("2026-10-31T23:30:00Z");

test.each([
  ["7", "UTC", "2026-10-25", "2026-10-31"],
  ["7", "Europe/Berlin", "2026-10-26", "2026-11-01"],
  ["to-date", "UTC", "2026-10-01", "2026-10-31"],
  ["to-date", "Europe/Berlin", "2026-11-01", "2026-11-01"],
  ["month", "UTC", "2026-09-01", "2026-09-30"],
  ["month", "Europe/Berlin", "2026-10-01", "2026-10-31"],
  ["month", "America/Los_Angeles", "2026-09-01", "2026-09-30"],
  ["90", "Pacific/Kiritimati", "2026-08-04", "2026-11-01"],
] as const)("the range %s in %s is from %s to %s", (range, zone, start_date, end_date) => {
  expect(namedRange(range, NOW, zone)).toEqual({ start_date, end_date });
});

test.each<[string, string, Exclude<Comparison, "none">, string, string]>([
  ["2026-10-25", "2026-10-31", "before", "2026-10-18", "2026-10-24"],
  ["2026-10-31", "2026-10-31", "before", "2026-10-30", "2026-10-30"],
  ["2026-10-01", "2026-10-31", "before", "2026-09-01", "2026-09-30"],
  ["2026-01-01", "2026-03-31", "before", "2025-10-01", "2025-12-31"],
  ["2026-03-01", "2026-03-30", "before", "2026-02-01", "2026-02-28"],
  ["2026-11-01", "2026-11-23", "before", "2026-10-01", "2026-10-23"],
  ["2028-02-29", "2028-03-01", "year", "2027-02-28", "2027-03-01"],
  ["2026-10-01", "2026-10-31", "year", "2025-10-01", "2025-10-31"],
])("%s to %s is compared with the %s: %s to %s", (start, end, comparison, start_date, end_date) => {
  expect(rangeBefore({ start_date: start, end_date: end }, comparison)).toEqual({ start_date, end_date });
});

test("a range counts both of its ends", () => {
  expect(countDays({ start_date: "2028-02-28", end_date: "2028-03-01" })).toBe(3);
});

describe("the calls of a range", () => {
  test("in UTC are those of its days", () => {
    expect(callsPeriod({ start_date: "2026-10-01", end_date: "2026-10-31" }, "UTC")).toEqual({
      from: "2026-10-01",
      to: "2026-10-31",
    });
  });

  test.each([
    ["2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25],
    ["2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 23],
    ["2026-06-01", "2026-05-31T22:00:00Z", "2026-06-01T22:00:00Z", 24],
  ])("of %s in Berlin lie between %s and %s, which are %i hours", (day, from, to, hours) => {
    expect(callsPeriod({ start_date: day, end_date: day }, "Europe/Berlin")).toEqual({ from, to });
    expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(hours);
  });
});
