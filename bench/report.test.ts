import { expect, test } from "vitest";
import { formatSurplus, formatTable, measure, type RunResult, surpluses } from "./report";

/** One run of a second with this many requests. */
function run(requests: number, failed = 0): RunResult {
  return { requests, succeeded: requests, failed, seconds: 1, p50: 1, p99: 2, cpuMs: 100, residentMegabytes: 80 };
}

test("a subject is compared with the bare proxy of the same round, however the machine's speed changes between rounds", () => {
  const [, door] = measure([
    { subject: "bare proxy", connections: 16, results: [run(1000), run(500), run(2000)] },
    { subject: "door 2", connections: 16, results: [run(600), run(250, 1), run(1100)] },
  ]);
  expect(door).toMatchObject({ ratio: 0.55, requestsPerSecond: 600, failed: 1 });
});

test("without a bare proxy there are no ratios", () => {
  const [door] = measure([{ subject: "door 2", connections: 1, results: [run(10)] }]);
  expect(door).toMatchObject({ ratio: null, requestsPerSecond: 10, addedP50: 1 });
});

test("a subject that is too slow for one answer in the measured time has a row without times", () => {
  const none: RunResult = { ...run(0), p50: null, p99: null };
  const measured = measure([{ subject: "LiteLLM", connections: 64, results: [none] }]);
  expect(measured).toMatchObject([{ requestsPerSecond: 0, p50: null, addedP99: null }]);
  expect(formatTable(measured).split("\n").at(-1)?.trim().split(/ {2,}/)).toEqual([
    "64",
    "LiteLLM",
    "0",
    "100000",
    "80",
    "0",
  ]);
});

test("what a subject costs is the median of its pairs, whatever the machine did in other rounds, with their middle half", () => {
  const of = (...cpu: number[]): RunResult[] => cpu.map((cpuMs) => ({ ...run(1000), cpuMs }));
  const all = surpluses(
    [
      { subject: "door 2", connections: 16, results: of(100, 200, 100, 400, 100) },
      { subject: "metrics scraped", connections: 16, results: of(101, 204, 100, 412, 99) },
      { subject: "metrics scraped", connections: 64, results: of(101) },
    ],
    "door 2",
    ["metrics scraped", "observed"],
  );
  expect(all).toHaveLength(1);
  expect(all.map(formatSurplus)).toEqual([
    "16 connections, CPU per request, metrics scraped beside door 2: +1.0% (half of the rounds 0.0% to +2.0%)",
  ]);
});
