import { expect, test } from "vitest";
import { createTokenBucket } from "./token-bucket";

test("a token bucket passes its capacity at once, then its rate per second, and saves up no more than its capacity", () => {
  let now = 0;
  const take = createTokenBucket({ capacity: 3, perSecond: 2, now: () => now });
  const takeAt = (at: number, times: number): boolean[] => {
    now = at;
    return Array.from({ length: times }, take);
  };
  expect(takeAt(0, 4)).toEqual([true, true, true, false]);
  expect(takeAt(499, 1)).toEqual([false]);
  expect(takeAt(1_000, 3)).toEqual([true, true, false]);
  expect(takeAt(60_000, 4)).toEqual([true, true, true, false]);
});

test("a clock that goes back removes no tokens from the bucket", () => {
  let now = 10_000;
  const take = createTokenBucket({ capacity: 1, perSecond: 1, now: () => now });
  expect(take()).toBe(true);
  now = 0;
  expect(take()).toBe(false);
  now = 1_000;
  expect(take()).toBe(true);
});
