import { expect, test } from "vitest";
import { OutcomeWindow } from "./outcome-window";

const START = 1_800_000_000_000;

function counted(window: OutcomeWindow, now: number): [successes: number, failures: number] {
  return [window.successes(now), window.failures(now)];
}

test("outcomes count for at least 15 seconds and at most 30", () => {
  const window = new OutcomeWindow();
  window.countSuccess(START);
  window.countSuccess(START + 14_999);
  window.countFailure(START + 15_000);
  expect(counted(window, START + 29_999)).toEqual([2, 1]);
  expect(counted(window, START + 30_000)).toEqual([0, 1]);
  expect(counted(window, START + 45_000)).toEqual([0, 0]);
});

test("outcomes from before a long silence do not count", () => {
  const window = new OutcomeWindow();
  window.countFailure(START);
  expect(counted(window, START + 3_600_000)).toEqual([0, 0]);
});

test("a clock that is set back loses no outcome", () => {
  const window = new OutcomeWindow();
  window.countFailure(START);
  window.countSuccess(START - 60_000);
  expect(counted(window, START - 60_000)).toEqual([1, 1]);
});

test("a cleared window has no outcomes", () => {
  const window = new OutcomeWindow();
  window.countFailure(START);
  window.countSuccess(START + 15_000);
  window.clear();
  expect(counted(window, START + 15_000)).toEqual([0, 0]);
});
