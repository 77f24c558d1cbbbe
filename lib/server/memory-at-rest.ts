import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How many looks in a row have found the thread at rest since it last worked. */
export type Rest = 0 | 1 | 2;

/** The share of the time above which a thread works. Timers, the change feed and probes take less than 1 %. */
const WORKS = 0.05;

/**
 * What a look at the thread means. `busyShare`: of the time since the last look, from 0 to 1. `collects`: whether the
 * young generation is to be collected now: at the first two looks at rest, and not again before the thread has worked.
 */
export function lookAtRest(rest: Rest, busyShare: number): { readonly rest: Rest; readonly collects: boolean } {
  if (busyShare > WORKS) return { rest: 0, collects: false };
  return rest === 2 ? { rest, collects: false } : { rest: rest === 0 ? 1 : 2, collects: true };
}

/** More than the 5 seconds over which V8 measures how fast a thread allocates. */
const LOOK_EVERY_MS = 7_000;

/**
 * Gives the memory of a start or of a busy time back to the system once this thread rests, about 40 MB. V8 makes the
 * young generation larger while much survives, and smaller again only in a collection that finds few allocations, which
 * a thread at rest would reach after many minutes. Two collections, a pause apart, are the earliest that can find that;
 * each takes about 10 ms. Returns a function that ends the looks.
 */
export function giveMemoryBackAtRest(): () => void {
  let rest: Rest = 0;
  let seen = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const look = lookAtRest(rest, performance.eventLoopUtilization(now, seen).utilization);
    seen = now;
    rest = look.rest;
    if (look.collects) collectYoung();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Collects the young generation of this thread. V8 has the function only in contexts made while its flag is set, so
 * that no code of ours or of a package finds it.
 */
export function collectYoung(): void {
  setFlagsFromString("--expose-gc");
  try {
    const collect: (options: { readonly type: "minor" }) => void = runInNewContext("gc");
    collect({ type: "minor" });
  } finally {
    setFlagsFromString("--no-expose-gc");
  }
}
