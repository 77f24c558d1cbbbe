import { expect, test } from "vitest";
import { pauseBeforeLook } from "./receipts";

test.each([
  ["one other node is looked at soon, and then less and less often", 1, [2, 4, 8, 16, 32, 50, 50]],
  ["a hundred nodes get a moment before each look", 100, [20, 20, 20, 20, 32, 50, 50]],
  ["a thousand nodes do not lengthen the longest pause", 1_000, [50, 50, 50, 50, 50, 50, 50]],
])("%s", (_what, nodes, pauses) => {
  expect(pauses.map((_pause, look) => pauseBeforeLook(look, nodes))).toEqual(pauses);
});
