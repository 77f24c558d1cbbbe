import { expect, test } from "vitest";
import { isDuration } from "@/lib/time/duration";
import { periodText } from "./period-text";

test.each([
  ["1mo", "month"],
  ["1d", "day"],
  ["30d", "30 days"],
  ["15m", "15 minutes"],
  ["2w", "2 weeks"],
  ["24h", "24 hours"],
  ["1s", "second"],
])("a budget of %s is one per %s", (duration, words) => {
  expect(isDuration(duration)).toBe(true);
  expect(periodText(duration)).toBe(words);
});

test("what is not a duration is shown as it is", () => {
  expect(periodText("often")).toBe("often");
});
