import { expect, test } from "vitest";
import { allAtOnce, inSlices, type Steps } from "./steps";

function* count(until: number, done: number[]): Steps<string> {
  for (let at = 1; at <= until; at++) {
    done.push(at);
    yield;
  }
  return "all";
}

test("steps give the same whether they are done at once or in slices", async () => {
  const done: number[] = [];
  expect(allAtOnce(count(3, done))).toBe("all");
  expect(await inSlices(count(3, done), async () => true)).toBe("all");
  expect(done).toEqual([1, 2, 3, 1, 2, 3]);
});

test("steps that take too long end, and give nothing", async () => {
  const done: number[] = [];
  const answers = [true, false];
  expect(await inSlices(count(9, done), async () => answers.shift() ?? false)).toBeUndefined();
  expect(done).toEqual([1, 2]);
});
