import { DAY_MS } from "@/lib/time/period";
import type { DayCounts } from "@/lib/store/spend/count-kept-calls";
import { type CallOrder, reversed } from "./call-order";

/** Where a page of a list in order of time begins. */
export interface NarrowedPage {
  /** No call of the page begins before it, or at or after it: `from` of an ascending list, `until` of another. */
  readonly bound: number;
  /** How many calls stand between it and the page. */
  readonly offset: number;
}

/** Passes over whole days before a page. Undefined: the page is behind the last call. */
export function narrowPage(counts: DayCounts, order: CallOrder["order"], offset: number): NarrowedPage | undefined {
  let left = offset;
  for (const { day, calls } of order === "asc" ? counts : [...counts].reverse()) {
    if (left < calls) return { bound: order === "asc" ? day : day + DAY_MS, offset: left };
    left -= calls;
  }
  return undefined;
}

/** How a page that many calls stand before is read. */
export interface PageStart {
  /** The order in which it is read, which is the reverse of the list's where its end is nearer. */
  readonly order: CallOrder["order"];
  /** How many calls are passed over, and how many are read then. */
  readonly offset: number;
  readonly most: number;
  /** The bound behind which the reading begins, in milliseconds since the epoch. */
  readonly bound?: { readonly from: number } | { readonly until: number };
}

/**
 * Reads a page from the side where fewer calls are passed over. `calls`: the number of all; undefined: nobody knows it.
 * `days`: how many calls each day has, for a list in order of time. Undefined: the page is behind the last call.
 */
export function pageStart(
  order: CallOrder["order"],
  { offset, most }: Pick<PageStart, "offset" | "most">,
  { calls, days }: { readonly calls: number | undefined; readonly days: DayCounts | undefined },
): PageStart | undefined {
  const ahead = startBehind(order, offset, most, days);
  if (calls === undefined) return ahead;
  if (calls <= offset) return undefined;
  const left = Math.min(calls - offset, most);
  const back = startBehind(reversed(order), calls - offset - left, left, days);
  return back.offset < ahead.offset ? back : ahead;
}

function startBehind(order: CallOrder["order"], offset: number, most: number, days: DayCounts | undefined): PageStart {
  const narrowed = days && narrowPage(days, order, offset);
  if (!narrowed) return { order, offset, most };
  const { bound } = narrowed;
  return { order, offset: narrowed.offset, most, bound: order === "asc" ? { from: bound } : { until: bound } };
}
