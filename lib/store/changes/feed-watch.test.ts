import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FeedState } from "./feed-hearing";
import { createFeedProof, type FeedProof } from "./feed-proof";
import { createFeedWatch, type FeedWatch } from "./feed-watch";

interface Process {
  readonly proof: FeedProof;
  readonly watch: FeedWatch;
  readonly seen: { state: FeedState };
  isDeaf: boolean;
}

const sent: number[] = [];
const processes: Process[] = [];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { watch } of processes.splice(0)) watch.close();
  sent.length = 0;
  vi.useRealTimers();
});

/** Starts a process whose heartbeats arrive at every process of this test. */
function startProcess(number: number): Process {
  const seen: { state: FeedState } = { state: "disconnected" };
  const proof = createFeedProof(async (payload) => {
    sent.push(number);
    for (const process of processes) if (!process.isDeaf && !process.proof.hear(payload)) process.watch.heardOthers();
  });
  const onState = (state: FeedState): void => void (seen.state = state);
  const watch: FeedWatch = createFeedWatch({
    proof,
    now: Date.now,
    onState,
    renew: () => watch.made(),
    reread: async () => {},
  });
  const process = { proof, watch, seen, isDeaf: false };
  processes.push(process);
  watch.made();
  return process;
}

test("fifty processes send one heartbeat in two to three seconds together, and all know that they hear", async () => {
  for (let number = 0; number < 50; number++) startProcess(number);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(processes.map(({ seen }) => seen.state)).toEqual(Array.from({ length: 50 }, () => "connected"));
  sent.length = 0;
  const before = Date.now();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBeGreaterThanOrEqual(19);
  expect(sent.length).toBeLessThanOrEqual(30);
  expect(processes.every(({ seen, watch }) => seen.state === "connected" && watch.provenAt > before)).toBe(true);
});

test("a process that no longer hears the others finds out by a heartbeat that it sends itself", async () => {
  const [, deaf] = [startProcess(0), startProcess(1), startProcess(2)];
  await vi.advanceTimersByTimeAsync(10_000);
  if (deaf) deaf.isDeaf = true;
  await vi.advanceTimersByTimeAsync(4_100);
  expect(processes.map(({ seen }) => seen.state)).toEqual(["connected", "deaf", "connected"]);
});

test("heartbeats of others do not make a deaf process count as one that hears, and three of its own do", async () => {
  const deaf = startProcess(0);
  deaf.isDeaf = true;
  startProcess(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(deaf.seen.state).toBe("deaf");
  for (let count = 0; count < 5; count++) deaf.watch.heardOthers();
  expect(deaf.seen.state).toBe("deaf");
  deaf.isDeaf = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(deaf.seen.state).toBe("connected");
});

test("a process that sends no heartbeat itself was proven no later than the one that it heard was sent", async () => {
  const [first, second] = [startProcess(0), startProcess(1)];
  await vi.advanceTimersByTimeAsync(60_000);
  for (const { watch } of [first, second]) {
    const age = Date.now() - watch.provenAt;
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThanOrEqual(5_000);
  }
});
