import type { CallPage } from "@/lib/store/calls/call-list";
import { DAY_MS } from "@/lib/time/period";

/** How many calls of a list began on each UTC day, in the order of the days, which are midnights in milliseconds. */
export type DayCounts = readonly { readonly day: number; readonly calls: number }[];

/** Where a page of a list in order of time begins. */
export interface NarrowedPage {
  /** No call of the page begins before it, or at or after it: `from` of an ascending list, `until` of another. */
  readonly bound: number;
  /** How many calls stand between it and the page. */
  readonly offset: number;
}

/** Passes over whole days before a page. Undefined: the page is behind the last call. */
export function narrowPage(counts: DayCounts, order: CallPage["order"], offset: number): NarrowedPage | undefined {
  let left = offset;
  for (const { day, calls } of order === "asc" ? counts : [...counts].reverse()) {
    if (left < calls) return { bound: order === "asc" ? day : day + DAY_MS, offset: left };
    left -= calls;
  }
  return undefined;
}
