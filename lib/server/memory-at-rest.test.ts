import { PerformanceObserver, constants, type PerformanceObserverEntryList } from "node:perf_hooks";
import { expect, test } from "vitest";
import { collectYoung, lookAtRest, type Rest } from "./memory-at-rest";

test.each<{ name: string; shares: number[]; collected: boolean[] }>([
  {
    name: "a start collects twice, then no more",
    shares: [0.8, 0, 0.01, 0, 0],
    collected: [false, true, true, false, false],
  },
  { name: "nobody waits for a thread that works on", shares: [0.8, 0.06, 0.9], collected: [false, false, false] },
  {
    name: "work between two looks begins again",
    shares: [0, 0.5, 0, 0, 0],
    collected: [true, false, true, true, false],
  },
  {
    name: "a busy time after a rest collects again",
    shares: [0, 0, 0, 0.3, 0],
    collected: [true, true, false, false, true],
  },
])("$name", ({ shares, collected }) => {
  let rest: Rest = 0;
  const seen = shares.map((share) => {
    const look = lookAtRest(rest, share);
    rest = look.rest;
    return look.collects;
  });
  expect(seen).toEqual(collected);
});

test("a collection is of the young generation only, and leaves no way to call it", async () => {
  const entries = new Promise<PerformanceObserverEntryList>((resolve) => {
    const observer = new PerformanceObserver((list) => (observer.disconnect(), resolve(list)));
    observer.observe({ entryTypes: ["gc"] });
  });
  collectYoung();
  const kinds = (await entries).getEntries().map((entry): unknown => Reflect.get(Reflect.get(entry, "detail"), "kind"));
  expect(kinds).toContain(constants.NODE_PERFORMANCE_GC_MINOR);
  expect(kinds).not.toContain(constants.NODE_PERFORMANCE_GC_MAJOR);
  expect(globalThis.gc).toBeUndefined();
});
