import { wait } from "./wait";

/** How long a slice of long work may hold the thread that also serves calls, in milliseconds. */
const SLICE_MS = 10;

/**
 * Paces long work: await it between steps. It leaves room for calls after each slice, and resolves to false once the
 * work has taken longer than `longestMs`.
 */
export function createPace(longestMs: number): () => Promise<boolean> {
  const began = performance.now();
  let sliceBegan = began;
  return async () => {
    const now = performance.now();
    if (now - began > longestMs) return false;
    if (now - sliceBegan > SLICE_MS) {
      await wait(0);
      sliceBegan = performance.now();
    }
    return true;
  };
}
