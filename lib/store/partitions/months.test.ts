import fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths, missingMonths, monthsAhead, type Partition, partitionName, startOfMonth } from "./months";

const at = (text: string): number => Date.parse(text);

test.each([
  ["2026-11-30T23:59:59.999Z", "2026-11-01T00:00:00Z"],
  ["2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z"],
  ["2024-02-29T12:00:00Z", "2024-02-01T00:00:00Z"],
  ["1969-12-31T23:00:00Z", "1969-12-01T00:00:00Z"],
])("%s lies in the month that begins at %s", (instant, month) => {
  expect(startOfMonth(at(instant))).toBe(at(month));
});

test("partitions are made for this month and the next two, also over the turn of the year", () => {
  expect(monthsAhead(at("2026-11-21T12:00:00Z")).map((month) => partitionName("calls", month))).toEqual([
    "calls_2026_11",
    "calls_2026_12",
    "calls_2027_01",
  ]);
});

test("a month is the same number of months away in both directions", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -200, max: 200 }), (instant, count) => {
      const month = startOfMonth(instant);
      expect(addMonths(addMonths(month, count), -count)).toBe(month);
      expect(startOfMonth(addMonths(month, count))).toBe(addMonths(month, count));
    }),
  );
});

test("only months that no partition covers are missing, each once and in order", () => {
  const [november, december, january] = ["2026-11", "2026-12", "2027-01"].map((month) =>
    at(`${month}-01T00:00:00Z`),
  ) as [number, number, number];
  const first: Partition = { name: "calls_first", from: undefined, until: november };
  const only: Partition = { name: "calls_2026_12", from: december, until: january };
  expect(missingMonths([first], [december, november, december, at("2020-01-01T00:00:00Z")])).toEqual([
    november,
    december,
  ]);
  expect(missingMonths([first, only], [november, december, january])).toEqual([november, january]);
});
