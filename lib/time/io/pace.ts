import { wait } from "./wait";

/** How long a slice of long work may hold the thread that also serves calls, in milliseconds. */
const SLICE_MS = 10;

/** How long a trial of settings may take in all, in milliseconds: a draft's policy tests, a matrix, a what-if. */
const LONGEST_TRIAL_MS = 10_000;

/** Paces one trial of settings. */
export function paceOfTrial(): () => Promise<boolean> {
  return createPace(LONGEST_TRIAL_MS);
}

/**
 * Paces long work: await it between steps. It leaves room for calls after each slice, and resolves to false once the
 * work has taken longer than `longestMs`. `clock`: in milliseconds.
 */
export function createPace(longestMs: number, clock = () => performance.now()): () => Promise<boolean> {
  const began = clock();
  let sliceBegan = began;
  return async () => {
    const now = clock();
    if (now - began > longestMs) return false;
    if (now - sliceBegan > SLICE_MS) {
      await wait(0);
      sliceBegan = clock();
    }
    return true;
  };
}
