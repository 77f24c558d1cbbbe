import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "./advisory-locks";

test("no two kinds of work share an advisory lock", () => {
  const numbers = Object.values<number>(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});
