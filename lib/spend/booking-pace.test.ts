import { expect, test } from "vitest";
import { type BookingSituation, pauseBeforeBooking } from "./booking-pace";

const CASES: readonly [situation: BookingSituation, random: number, pause: number][] = [
  [{ failures: 0, sinceStart: 0 }, 0, 900],
  [{ failures: 0, sinceStart: 0 }, 0.5, 1_000],
  [{ failures: 0, sinceStart: 400 }, 1, 700],
  [{ failures: 0, sinceStart: 60_000 }, 1, 0],
  [{ failures: 0, sinceStart: 0, intervalMs: 0 }, 1, 0],
  [{ failures: 1, sinceStart: 0 }, 0, 50],
  [{ failures: 1, sinceStart: 0 }, 1, 100],
  [{ failures: 3, sinceStart: 60_000 }, 1, 400],
  [{ failures: 1_000, sinceStart: 0 }, 0, 1_000],
  [{ failures: 1_000, sinceStart: 0 }, 1, 2_000],
];

test.each(CASES)("%j with %d pauses for %d ms", (situation, random, pause) => {
  expect(pauseBeforeBooking(situation, random)).toBe(pause);
});

/** Numbers that always come in the same order (xorshift). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The most of 200 processes that begin to book in the same 100 ms of one second. */
function mostInStep(starts: readonly number[], from: number): number {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const start of starts) if (start >= from && start < from + 1_000) counts[Math.floor((start - from) / 100)]! += 1;
  return Math.max(...counts);
}

test("processes that the database has stopped together spread over the second", () => {
  const starts: number[] = [];
  for (let process = 1; process <= 200; process++) {
    const random = numbersFrom(process * 7_919);
    let at = 0;
    for (const failures of [1, 2, 3, 4, 5]) at += pauseBeforeBooking({ failures, sinceStart: 0 }, random());
    while (at < 60_000) {
      starts.push(at);
      at += pauseBeforeBooking({ failures: 0, sinceStart: 0 }, random());
    }
  }
  // In step, it would be all 200. Spread evenly, it would be 20.
  expect(mostInStep(starts, 5_000)).toBeLessThan(60);
  expect(mostInStep(starts, 50_000)).toBeLessThan(45);
});
