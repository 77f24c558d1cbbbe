import { expect, test } from "vitest";
import { axisText } from "./axis-text";

test.each([
  ["day", "UTC", false, "Days in UTC"],
  ["day", "UTC", true, "Days in UTC. The lighter bar is not complete yet."],
  ["week", "Europe/Berlin", false, "Weeks of Europe/Berlin"],
  ["hour", "Asia/Tokyo", true, "Hours of Asia/Tokyo. The lighter bar is not complete yet."],
] as const)("an axis by %s of %s, with an open bar: %s, says %s", (bars, zone, hasOpen, words) => {
  expect(axisText(bars, zone, hasOpen)).toBe(words);
});
