import type { Fault } from "./finding";

/**
 * How many values a draft of settings may have in all. They are checked at once, on the thread that serves calls; so
 * many take some 20 ms.
 */
export const MOST_VALUES = 10_000;

/** The fault of a draft with more values than are checked at once. It is found without reading the rest. */
export function draftSizeFault(draft: unknown): Fault | undefined {
  if (countValues(draft, MOST_VALUES) <= MOST_VALUES) return undefined;
  const message = `a draft has at most ${MOST_VALUES} values, those in its lists included`;
  return { number: "C014", path: [], at: "nowhere", message, fix: "give long lists to the file" };
}

/** The values in a value, itself included, counted until there are more than `most`. */
function countValues(value: unknown, most: number): number {
  let count = 1;
  if (typeof value !== "object" || value === null) return count;
  for (const member of Object.values(value)) {
    count += countValues(member, most - count);
    if (count > most) break;
  }
  return count;
}
