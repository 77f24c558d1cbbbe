import { DAY_MS } from "@/lib/time/period";
import type { DayCounts } from "@/lib/store/spend/count-kept-calls";
import { type CallOrder, reversed } from "./call-order";

/** Where the reading of a page begins in a list in order of time. */
export interface NarrowedPage {
  /**
   * A time that the page does not cross, in milliseconds since the epoch: its calls begin at or after it in an
   * ascending list, and before it in a descending one.
   */
  readonly bound: number;
  /** How many calls are between the bound and the page. */
  readonly offset: number;
}

/** Skips the whole days before a page. Undefined: the page is after the last call. */
export function narrowPage(counts: DayCounts, order: CallOrder["order"], offset: number): NarrowedPage | undefined {
  let left = offset;
  for (const { day, calls } of order === "asc" ? counts : [...counts].reverse()) {
    if (left < calls) return { bound: order === "asc" ? day : day + DAY_MS, offset: left };
    left -= calls;
  }
  return undefined;
}

/** How a page is read that has many calls before it. */
export interface PageStart {
  /** The order in which it is read: the reverse of the list's if the list's end is nearer. */
  readonly order: CallOrder["order"];
  /** How many calls are skipped, and how many are read then. */
  readonly offset: number;
  readonly most: number;
  /** The bound at which the reading begins, in milliseconds since the epoch. */
  readonly bound?: { readonly from: number } | { readonly until: number };
}

/**
 * Decides to read a page from the end with fewer calls to skip. `calls`: how many there are in all; undefined: unknown.
 * `days`: how many calls each day has, for a list in order of time. Undefined: the page is after the last call.
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
