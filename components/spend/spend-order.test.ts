import { expect, test } from "vitest";
import type { SpendLine } from "./spend-lines";
import { orderedLines, spendOrderOf, textAfterClick } from "./spend-order";

const line = (name: string, nanos: number, more: Partial<SpendLine> = {}): SpendLine => ({
  group: name,
  name,
  nanos,
  share: 0,
  before: undefined,
  calls: 0,
  failed_calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  unpriced_calls: 0,
  ...more,
});

test.each([
  ["", false, { sort: "spend", order: "desc" }],
  ["", true, { sort: "name", order: "desc" }],
  ["calls", false, { sort: "calls", order: "asc" }],
  ["-failed", true, { sort: "failed", order: "desc" }],
  ["-planet", false, { sort: "spend", order: "desc" }],
] as const)("the address %j, by time: %s, asks for %j", (text, isByTime, order) => {
  expect(spendOrderOf(text, isByTime)).toEqual(order);
});

test.each([
  ["", "calls", false, "-calls"],
  ["-calls", "calls", false, "calls"],
  ["calls", "calls", false, "-calls"],
  ["", "name", false, "name"],
  ["-calls", "spend", false, ""],
  ["", "spend", false, "spend"],
  ["", "name", true, "name"],
  ["-spend", "name", true, ""],
] as const)("from %j, a click on %s, by time: %s, leads to %j", (text, column, isByTime, after) => {
  expect(textAfterClick(spendOrderOf(text, isByTime), column, isByTime)).toBe(after);
});

const LINES = [
  line("team 10", 5, { before: 0, calls: 1 }),
  line("team 9", 4, { before: 8, calls: 7 }),
  line("alpha", 3, { before: 3, calls: 7 }),
  line("none", 0, { before: 0 }),
];

test.each([
  ["name", "asc", ["alpha", "none", "team 9", "team 10"]],
  ["calls", "desc", ["team 9", "alpha", "team 10", "none"]],
  ["change", "desc", ["team 10", "alpha", "none", "team 9"]],
  ["spend", "asc", ["none", "alpha", "team 9", "team 10"]],
] as const)("lines by %s, %s, are %j", (sort, order, names) => {
  expect(orderedLines(LINES, { sort, order }, false).map(({ name }) => name)).toEqual(names);
});

test("hours are in order of time where the clocks go back", () => {
  const hours = ["2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00", "2026-10-25T01:00:00+02:00"];
  const lines = hours.map((hour) => line(hour, 1));
  expect(orderedLines(lines, { sort: "name", order: "asc" }, true).map(({ group }) => group)).toEqual([
    "2026-10-25T01:00:00+02:00",
    "2026-10-25T02:00:00+02:00",
    "2026-10-25T02:00:00+01:00",
  ]);
});
