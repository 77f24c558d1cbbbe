import { expect, test } from "vitest";
import { hasElapsed } from "./has-elapsed";

test.each([
  ["less time has passed", 1_000, 1_999, false],
  ["just as much has passed", 1_000, 2_000, true],
  ["more has passed", 1_000, 9_000, true],
  ["none has passed", 1_000, 1_000, false],
  ["the clock was set back", 1_000, 999, true],
  ["it never happened", Number.NEGATIVE_INFINITY, 0, true],
])("whether a second has passed when %s", (_what, since, now, expected) => {
  expect(hasElapsed(since, 1_000, now)).toBe(expected);
});
