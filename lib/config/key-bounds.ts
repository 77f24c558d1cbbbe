import { addDuration } from "@/lib/time/duration";
import type { KeyBounds } from "./rights-schema";

/**
 * Why the budget of a key must not reset that often, as in "must be at least 1w": a bounded budget that comes back
 * sooner is a larger one. Undefined: it may.
 */
export function refusedReset(asked: string, { max_budget: budget, budget_duration: bound }: KeyBounds) {
  if (bound !== undefined) return isShorter(asked, bound) ? `must be at least ${bound}` : undefined;
  return budget === undefined ? undefined : "must be left out";
}

/** Whether one duration is shorter than another. Months have different lengths: both start with the shortest one. */
export function isShorter(asked: string, bound: string): boolean {
  const start = Date.UTC(2025, 1, 1);
  return (addDuration(start, asked) ?? Infinity) < (addDuration(start, bound) ?? Infinity);
}
