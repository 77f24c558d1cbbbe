import { expect, test } from "vitest";
import { mostRowsOverTime } from "./rows-over-time";

test.each([
  ["no group", [], 30, 0],
  ["groups with fewer calls than days", [1, 4], 30, 5],
  ["groups with calls on each day, at most", [30, 5_000, 12], 30, 72],
])("%s have so many rows by day and group", (_what, calls, times, rows) => {
  expect(
    mostRowsOverTime(
      calls.map((each) => ({ calls: each })),
      times,
    ),
  ).toBe(rows);
});
