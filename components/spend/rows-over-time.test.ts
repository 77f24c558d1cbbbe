import { expect, test } from "vitest";
import { groupsOverTime } from "./rows-over-time";

test.each([
  ["a day", 1, 14],
  ["two weeks by the hour", 14 * 24, 14],
  ["more than a year and a half", 625, 14],
  ["two years", 730, 11],
  ["nine years", 3_286, 1],
  ["a range whose days alone fill an answer", 3_660, undefined],
])("a chart of %s asks for as few groups that all rows are in one answer", (_what, times, groups) => {
  expect(groupsOverTime(times)).toBe(groups);
});
