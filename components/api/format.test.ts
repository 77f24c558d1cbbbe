import { describe, expect, test } from "vitest";
import {
  formatAge,
  formatAgo,
  formatAxisDollars,
  formatCompact,
  formatDay,
  formatDollars,
  formatDuration,
  formatMoment,
  formatTime,
  formatUntil,
  formatZone,
  fractionDigits,
  utcDay,
} from "./format";

describe("formatDollars", () => {
  test.each([
    [0, "$0"],
    [1234.5, "$1,234.50"],
    [1, "$1.00"],
    [0.5, "$0.50"],
    [0.0042, "$0.0042"],
    [0.00000123, "$0.000001"],
    [0.0000000012, "<$0.000001"],
    [-0.71, "-$0.71"],
    [-1234.5, "-$1,234.50"],
  ])("an amount of %d dollars is shown as %s", (dollars, text) => expect(formatDollars(dollars)).toBe(text));
});

test.each([
  ["$14.30", 2],
  ["$0.00094", 5],
  ["<$0.000001", 6],
  ["$1,204", 0],
  ["$0", 0],
  ["unpriced", 0],
])("%s has %d digits behind the point", (amount, digits) => expect(fractionDigits(amount)).toBe(digits));

test("the digits of a column are those of the amount with the most, and none of no amounts", () => {
  expect(fractionDigits("$14.30", "$0.00094", "$0")).toBe(5);
  expect(fractionDigits()).toBe(0);
});

test("amounts on an axis have no needless digits", () => {
  expect([0, 0.5, 4.5, 135, 1200, 45_000].map(formatAxisDollars)).toEqual([
    "$0",
    "$0.50",
    "$4.50",
    "$135",
    "$1.2K",
    "$45K",
  ]);
});

test("counts stay exact while they are short", () => {
  expect(formatCompact(9_999)).toBe("9,999");
  expect(formatCompact(1_240_000)).toBe("1.2M");
});

test("durations of a second or more are shown in seconds", () => {
  expect(formatDuration(999)).toBe("999 ms");
  expect(formatDuration(2_449)).toBe("2.4 s");
});

test("an age is shown in its largest unit, and as a date beyond a week", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");
  expect(formatAgo("2026-03-10T11:59:50Z", now)).toBe("just now");
  expect(formatAgo("2026-03-10T11:00:01Z", now)).toBe("59 min ago");
  expect(formatAgo("2026-03-08T12:00:00Z", now)).toBe("2 d ago");
  expect(formatAgo("2026-02-01T12:00:00Z", now)).toBe("2026-02-01");
});

test("days are shown in UTC", () => {
  expect(formatDay("2026-03-01")).toBe("Mar 1");
  expect(utcDay(Date.parse("2026-03-01T00:30:00Z"), 1)).toBe("2026-02-28");
});

test("an age is shown in its largest whole unit", () => {
  expect([0, 59, 60, 7_199, 86_399, 86_400].map(formatAge)).toEqual(["0 s", "59 s", "1 min", "1 h", "23 h", "1 d"]);
});

test("a future time is shown in its largest unit, and as a date beyond a week", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");
  expect(formatUntil("2026-03-10T12:00:30Z", now)).toBe("in a moment");
  expect(formatUntil("2026-03-10T15:30:00Z", now)).toBe("in 3 h");
  expect(formatUntil("2026-03-10T19:59:10Z", now)).toBe("in 8 h");
  expect(formatUntil("2026-03-10T19:58:59Z", now)).toBe("in 7 h");
  expect(formatUntil("2026-04-01T00:00:00Z", now)).toBe("on 2026-04-01");
});

test.each([
  [0, "UTC"],
  [120, "UTC+2"],
  [-210, "UTC−3:30"],
  [345, "UTC+5:45"],
])("an offset of %d minutes is shown as %s", (minutes, text) => {
  expect(formatZone(minutes)).toBe(text);
});

test("a moment of a column is exact to the second in the reader's zone, with the year only where it is another", () => {
  const iso = "2026-11-05T12:05:09.000Z";
  const clock = formatTime(iso).slice(11, 19);
  expect(formatMoment(iso, Date.parse("2026-12-01T12:00:00Z"))).toBe(`Nov 5 ${clock}`);
  expect(formatMoment(iso, Date.parse("2027-06-01T12:00:00Z"))).toBe(`2026 Nov 5 ${clock}`);
});
