import { expect, test } from "vitest";
import { ARRIVED_BEFORE_GROWTH, shareAfterArrival, smallerShare, WHOLE_SHARE, type BatchShare } from "./batch-share";

function afterArrivals(share: BatchShare, count: number): BatchShare {
  return Array.from({ length: count }).reduce<BatchShare>(shareAfterArrival, share);
}

test("each refusal halves the batches of a receiver", () => {
  expect(smallerShare(smallerShare(WHOLE_SHARE)).halvings).toBe(2);
});

test("batches grow one step after enough of them have arrived, and no further than their usual size", () => {
  const halvedTwice = smallerShare(smallerShare(WHOLE_SHARE));
  expect(afterArrivals(halvedTwice, ARRIVED_BEFORE_GROWTH - 1).halvings).toBe(2);
  expect(afterArrivals(halvedTwice, ARRIVED_BEFORE_GROWTH).halvings).toBe(1);
  expect(afterArrivals(halvedTwice, 2 * ARRIVED_BEFORE_GROWTH - 1).halvings).toBe(1);
  expect(afterArrivals(halvedTwice, 2 * ARRIVED_BEFORE_GROWTH)).toEqual(WHOLE_SHARE);
  expect(afterArrivals(WHOLE_SHARE, 3 * ARRIVED_BEFORE_GROWTH)).toBe(WHOLE_SHARE);
});

test("a refusal restarts the count", () => {
  const almost = afterArrivals(smallerShare(WHOLE_SHARE), ARRIVED_BEFORE_GROWTH - 1);
  expect(shareAfterArrival(smallerShare(almost))).toEqual({ halvings: 2, arrived: 1 });
});
