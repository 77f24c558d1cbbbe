import { expect, test } from "vitest";
import { dailyText, spanText, edgeWidth } from "./call-text";

test.each([
  [0, 7, "no calls"],
  [7, 7, "1 a day"],
  [8_400, 7, "1,200 a day"],
  [3, 7, "3 calls in 7 days"],
  [1, 30, "1 call in 30 days"],
])("%d calls in %d days are %s", (calls, days, words) => {
  expect(dailyText(calls, days)).toBe(words);
});

test.each([
  [{ days: 7, asked: 7, kept: 14 }, "Calls of the last 7 days."],
  [{ days: 2, asked: 7, kept: 14 }, "Calls of the last 2 days: no older ones are on record."],
  [{ days: 1, asked: 7, kept: 14 }, "Calls today: no older ones are on record."],
  [
    { days: 15, asked: 30, kept: 14 },
    "Calls of the last 15 days: no older ones are on record, because decisions are kept for 14 days.",
  ],
])("the days that are counted are told: %o", (span, words) => {
  expect(spanText({ ...span, truncated: false })).toBe(words);
});

test("the sentence about the counted days says that rare calls are left out", () => {
  expect(spanText({ days: 7, asked: 7, kept: 14, truncated: true })).toBe(
    "Calls of the last 7 days. The rarest are left out.",
  );
});

test("an edge is wider the more calls took it, within bounds, and narrowest without calls or counts", () => {
  const widths = [1, 70, 7_000, 700_000].map((calls) => edgeWidth(calls, 7));
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(new Set(widths).size).toBe(4);
  expect([edgeWidth(undefined, 7), edgeWidth(0, 7), edgeWidth(1e12, 7)]).toEqual([1.25, 1.25, 6]);
});
