import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startPruner } from "./pruner";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a pruner prunes one minute after the start, and then one hour after the end of each round", async () => {
  const rounds: number[] = [];
  const startedAt = Date.now();
  const takes10s = () => new Promise<void>((resolve) => setTimeout(resolve, 10_000));
  const pruner = startPruner({
    prune: () => (rounds.push(Date.now() - startedAt), takes10s()),
    onFailure: () => {},
  });
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  expect(rounds).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(rounds).toEqual([MINUTE, MINUTE + 10_000 + HOUR]);
  await pruner.close();
});

test("a round that fails is reported, and the next one comes an hour later", async () => {
  const failures: unknown[] = [];
  const prune = vi.fn(() => Promise.reject(new Error("away")));
  const pruner = startPruner({ prune, onFailure: (error) => failures.push(error) });
  await vi.advanceTimersByTimeAsync(MINUTE + HOUR);
  expect([prune.mock.calls.length, failures]).toEqual([2, [new Error("away"), new Error("away")]]);
  await pruner.close();
});

test("a pruner that is closed ends the round under way and begins no other", async () => {
  let isAborted = false;
  const prune = vi.fn(
    (signal: AbortSignal) =>
      new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => {
          isAborted = true;
          resolve();
        }),
      ),
  );
  const pruner = startPruner({ prune, onFailure: () => {} });
  await vi.advanceTimersByTimeAsync(MINUTE);
  await pruner.close();
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  expect([prune.mock.calls.length, isAborted]).toEqual([1, true]);
});
