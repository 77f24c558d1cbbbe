import { expect, test } from "vitest";
import { sinkRetryPause } from "./sink-retry-pause";

const pauses: [failures: number, asked: number | undefined, random: number, pause: number][] = [
  [1, undefined, 0, 1_000],
  [2, undefined, 0, 2_000],
  [5, undefined, 0, 16_000],
  [100, undefined, 0, 300_000],
  [1_000_000, undefined, 0, 300_000],
  [1, undefined, 0.8, 800],
  [1, 30_000, 0, 30_000],
  [9, 30_000, 0, 256_000],
  [1, 86_400_000, 0, 3_600_000],
];
test.each(pauses)(
  "after %d failures, with %s ms asked for and %d drawn, the pause is %d ms",
  (failures, asked, random, pause) => {
    expect(sinkRetryPause(failures, asked, random)).toBe(pause);
  },
);
