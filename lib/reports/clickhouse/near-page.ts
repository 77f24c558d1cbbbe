import type { CallPage } from "@/lib/store/calls/call-list";
import { reversed } from "@/lib/store/calls/call-order";
import { offsetOf } from "./page-statement";

/** A page of a list of this many calls, with one call more if there is another page, seen from the nearer end. */
export interface NearPage {
  /** Its size is one less than what is read. */
  readonly page: CallPage;
  /** How many calls stand between that end and the page. */
  readonly offset: number;
  /** The calls come in the opposite order. */
  readonly isReversed: boolean;
}

/** Undefined: the page is behind the last call. */
export function fromNearerEnd(page: CallPage, calls: number): NearPage | undefined {
  const offset = offsetOf(page);
  const left = calls - offset;
  if (left <= 0) return undefined;
  if (left >= offset) return { page, offset, isReversed: false };
  const wanted = Math.min(left, page.size + 1);
  return { page: { ...page, order: reversed(page.order), size: wanted - 1 }, offset: left - wanted, isReversed: true };
}
