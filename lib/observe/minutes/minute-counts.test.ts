import { expect, test } from "vitest";
import { LATENCY_BOUNDS_MS } from "@/lib/traffic-minute";
import { MinuteCounts } from "./minute-counts";

const MINUTE = 60_000;
const buckets = (...filled: [index: number, count: number][]): number[] =>
  Array.from({ length: 15 }, (_, index) => filled.find(([at]) => at === index)?.[1] ?? 0);

test("the bounds of the latency buckets are those of the rows that are stored already", () => {
  expect(LATENCY_BOUNDS_MS).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40960, 81920]);
});

test("attempts are counted by minute, deployment and outcome, each in the bucket of its latency", () => {
  const counts = new MinuteCounts(100);
  for (const [at, deployment, latency] of [
    [MINUTE, "a", 10],
    [MINUTE + 59_999, "a", 10.5],
    [MINUTE, "a", 81_921],
    [2 * MINUTE, "a", 0],
    [MINUTE, "b", 11],
  ] as const)
    counts.add(at, deployment, "served", latency);
  counts.add(MINUTE, "a", "failed", 700);
  counts.add(MINUTE, "", "refused", undefined);
  expect(counts.take()).toEqual([
    {
      minute: MINUTE,
      deployment: "a",
      outcome: "served",
      count: 3,
      latency: buckets([0, 1], [1, 1], [14, 1]),
      firstAt: MINUTE,
      lastAt: MINUTE + 59_999,
    },
    {
      minute: MINUTE,
      deployment: "a",
      outcome: "failed",
      count: 1,
      latency: buckets([7, 1]),
      firstAt: MINUTE,
      lastAt: MINUTE,
    },
    {
      minute: MINUTE,
      deployment: "b",
      outcome: "served",
      count: 1,
      latency: buckets([1, 1]),
      firstAt: MINUTE,
      lastAt: MINUTE,
    },
    { minute: MINUTE, deployment: "", outcome: "refused", count: 1, latency: [], firstAt: MINUTE, lastAt: MINUTE },
    {
      minute: 2 * MINUTE,
      deployment: "a",
      outcome: "served",
      count: 1,
      latency: buckets([0, 1]),
      firstAt: 2 * MINUTE,
      lastAt: 2 * MINUTE,
    },
  ]);
  expect([counts.isEmpty, counts.take()]).toEqual([true, []]);
});

test("counts that could not be written are added to those that came meanwhile", () => {
  const counts = new MinuteCounts(100);
  counts.add(0, "a", "served", 5);
  const rows = counts.take();
  counts.add(7, "a", "served", 15);
  counts.putBack(rows);
  expect(counts.take()).toEqual([
    {
      minute: 0,
      deployment: "a",
      outcome: "served",
      count: 2,
      latency: buckets([0, 1], [1, 1]),
      firstAt: 0,
      lastAt: 7,
    },
  ]);
});

test("beyond the bound the oldest minute is dropped, and its count is reported once", () => {
  const counts = new MinuteCounts(2);
  counts.add(0, "a", "served", 5);
  counts.add(0, "a", "retried", 5);
  counts.add(MINUTE, "a", "served", 5);
  counts.add(2 * MINUTE, "a", "served", 5);
  expect([counts.takeDropped(), counts.takeDropped()]).toEqual([2, 0]);
  expect(counts.take().map(({ minute }) => minute)).toEqual([MINUTE, 2 * MINUTE]);
});
