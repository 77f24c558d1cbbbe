import { expect, test } from "vitest";
import { latestSeriesBegin, recentRate } from "./failure-series";

const MINUTE = 60_000;

/**
 * The minutes of a text, one for each letter: s succeeded, f failed 10 s into it, b both, anything else had no attempt.
 */
const minutes = (letters: string) =>
  [...letters].flatMap((letter, at) => {
    if (!"sfb".includes(letter)) return [];
    const failed = letter === "s" ? 0 : 1;
    const minute = at * MINUTE;
    return [{ minute, succeeded: letter === "f" ? 0 : 1, failed, firstFailureAt: failed > 0 ? minute + 10_000 : null }];
  });

test.each<[what: string, letters: string, begin: number | undefined]>([
  ["nothing was tried", "", undefined],
  ["nothing failed", "ssss", undefined],
  ["the only failure", "sssf", 3],
  ["failures in a row", "ssffff", 2],
  ["minutes of which some attempts fail", "ssbbbs", 2],
  ["failures with few successes between", "sfsssfssf", 1],
  ["failures after five quiet minutes", "fssssf", 0],
  ["failures after six quiet minutes", "fsssssf", 6],
  ["failures after an hour without attempts", "f" + ".".repeat(60) + "f", 0],
  ["failures long after a single success", "fs" + ".".repeat(60) + "f", 62],
  ["an older series that ended", "fffssssssss", 0],
])("a series of failures begins with its first failure: %s", (_what, letters, begin) => {
  const expected = begin === undefined ? undefined : begin * MINUTE + 10_000;
  expect(latestSeriesBegin(minutes(letters))).toBe(expected);
  expect(latestSeriesBegin(minutes(letters).reverse())).toBe(expected);
});

test.each<[succeeded: number[], failed: number[], rate: number | null]>([
  [[], [], null],
  [[0, 0], [0, 0], null],
  [[0, 0, 0, 9], [9, 9, 0, 0], 0.5],
  [[0, 0, 0, 0, 9], [9, 9, 0, 0, 0], 1],
  [[9, 0, 0, 0, 0], [9, 0, 0, 0, 0], 0.5],
  [[9, 9, 9, 0, 0], [0, 0, 0, 3, 0], 18 / 21],
])("the present rate is that of the last three steps up to the last attempt: %j, %j", (succeeded, failed, rate) => {
  expect(recentRate(succeeded, failed, 3)).toBe(rate);
});
