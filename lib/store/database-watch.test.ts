import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "./database";
import { watchDatabase } from "./database-watch";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A pool whose questions are answered, refused, or left alone, as `state` says. */
function watched(state: { now: "answers" | "refuses" | "hangs" }) {
  const asked: number[] = [];
  const query = (): Promise<unknown> => {
    asked.push(Date.now());
    if (state.now === "answers") return Promise.resolve({ rows: [] });
    return state.now === "refuses" ? Promise.reject(new Error("refused")) : new Promise(() => {});
  };
  const back: number[] = [];
  const pool = { ending: false, query } as unknown as Database["pool"];
  const watch = watchDatabase({ database: { pool }, now: Date.now, onBack: () => void back.push(Date.now()) });
  return { watch, asked, back };
}

test.each(["refuses", "hangs"] as const)(
  "a database that %s is away after two probes, and back with an answer",
  async (how) => {
    const state = { now: "answers" as "answers" | "refuses" | "hangs" };
    const { watch, back } = watched(state);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(watch.awaySince).toBeUndefined();
    state.now = how;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(watch.awaySince).toBeGreaterThan(20_000);
    expect(watch.awaySince).toBeLessThan(30_000);
    state.now = "answers";
    await vi.advanceTimersByTimeAsync(4_000);
    expect([watch.awaySince, back.length]).toEqual([undefined, 1]);
    watch.close();
  },
);

test("a database that work has found away is away at once, and one probe a second asks for all", async () => {
  const state = { now: "refuses" as const };
  const { watch, asked } = watched(state);
  for (let call = 0; call < 100; call++) watch.foundAway();
  expect([watch.awaySince, asked.length]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.length).toBeLessThanOrEqual(62);
  watch.close();
});

test("one probe that is not answered may have waited for the pool, and says nothing yet", async () => {
  const state = { now: "refuses" as "answers" | "refuses" };
  const { watch, back } = watched(state);
  await vi.advanceTimersByTimeAsync(5_100);
  state.now = "answers";
  await vi.advanceTimersByTimeAsync(1_000);
  expect([watch.awaySince, back]).toEqual([undefined, []]);
  watch.close();
});
