import { expect, test } from "vitest";
import { latencyAt } from "./traffic-minute";

const buckets = (...filled: [index: number, count: number][]): number[] =>
  Array.from({ length: 15 }, (_, index) => filled.find(([at]) => at === index)?.[1] ?? 0);

test.each([
  ["no attempt", buckets(), 0.5, null],
  ["one bucket, in which the latencies are taken as evenly spread", buckets([1, 10]), 0.5, 15],
  ["two buckets, the half in the first", buckets([0, 50], [3, 50]), 0.5, 10],
  ["two buckets, most in the second", buckets([0, 50], [3, 50]), 0.95, 76],
  ["attempts beyond the last bound", buckets([14, 3]), 0.5, 81_920],
] as const)("the latency of a share of the attempts: %s", (_, latency, share, expected) => {
  expect(latencyAt(latency, share)).toBe(expected);
});
