import { expect, test } from "vitest";
import { partsOf, spansOf } from "./window-parts";

const WEEK = 168;
const MONTH = { duration: "1mo", from: 10 * WEEK - 30, until: 14 * WEEK + 40 };
const RECENT = { duration: "7d", from: 13 * WEEK - 20, until: 14 * WEEK - 20 };
const single = (week: number) => ({ days: 7, day: week * 7 });

test("a window is read from the summed weeks within it, and from the hours around them", () => {
  const parts = partsOf([MONTH], [single(9), single(10), single(11), single(13), single(14)]);
  expect(parts).toEqual({
    spans: [10, 11, 13].map((week) => ({ duration: "1mo", ...single(week) })),
    hours: [
      { duration: "1mo", from: MONTH.from, until: 10 * WEEK },
      { duration: "1mo", from: 12 * WEEK, until: 13 * WEEK },
      { duration: "1mo", from: 14 * WEEK, until: MONTH.until },
    ],
    reaches: [
      { from: MONTH.from, until: 10 * WEEK },
      { from: 12 * WEEK, until: 13 * WEEK },
      { from: 14 * WEEK, until: MONTH.until },
    ],
  });
});

test("four weeks at once are preferred, and hours that several windows need are read once", () => {
  const parts = partsOf([MONTH, RECENT], [{ days: 28, day: 70 }, single(12), single(13)]);
  expect(spansOf(parts)).toEqual([{ days: 28, day: 70 }]);
  expect(parts.hours).toContainEqual(RECENT);
  expect(parts.reaches).toEqual([
    { from: MONTH.from, until: 10 * WEEK },
    { from: RECENT.from, until: MONTH.until - 40 - 20 },
    { from: 14 * WEEK, until: MONTH.until },
  ]);
});

test("without summed spans, windows are read by the hour, and without windows nothing is", () => {
  expect(partsOf([MONTH], [])).toEqual({
    spans: [],
    hours: [MONTH],
    reaches: [{ from: MONTH.from, until: MONTH.until }],
  });
  expect(partsOf([], [single(9)])).toEqual({ spans: [], hours: [], reaches: [] });
});
