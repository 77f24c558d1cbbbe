import { expect, test } from "vitest";
import { raiseOutlook } from "./raise-outlook";

const NOW = Date.parse("2026-03-11T00:00:00Z");
const budget = (spent: number, window = true) => ({
  spent,
  starts_at: window ? "2026-03-01T00:00:00Z" : null,
  resets_at: window ? "2026-03-31T00:00:00Z" : null,
  soft_exceeded: false,
});

test.each([
  [
    200,
    100,
    "$100.00 would be left. It would run out on Mar 21 at the present $10.00 a day, before it resets on Mar 31.",
  ],
  [
    400,
    100,
    "$300.00 would be left. It would last until it resets on Mar 31: about $300.00 at the present $10.00 a day.",
  ],
  [100, 0, "$100.00 would be left; nothing was spent since Mar 1."],
  [100, 100, "$100.00 would be used up already."],
])("a limit of %d after %d spent in ten days of thirty", (limit, spent, words) => {
  expect(raiseOutlook(limit, budget(spent), NOW)).toBe(words);
});

test("a budget that never resets has what would be left, and no limit has nothing", () => {
  expect(raiseOutlook(150, budget(100, false), NOW)).toBe("$50.00 would be left. It does not reset.");
  expect(raiseOutlook(Number.NaN, budget(100), NOW)).toBeUndefined();
  expect(raiseOutlook(150, null, NOW)).toBeUndefined();
});
