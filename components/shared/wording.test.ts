import { expect, test } from "vitest";
import { changeOf } from "./wording";

test.each([
  [112, 100, "+12%"],
  [92, 100, "−8%"],
  [100.2, 100, "±0%"],
  [5, 0, "new"],
  [0, 0, "–"],
  [0, 5, "−100%"],
  [1500, 100, "×15"],
])("%d after %d is %s", (now, before, words) => {
  expect(changeOf(now, before)).toBe(words);
});
