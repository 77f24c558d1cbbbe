import { expect, test } from "vitest";
import type { CallPage } from "@/lib/store/calls/call-list";
import { fromNearerEnd } from "./near-page";

const page = (number: number): CallPage => ({
  sort: "spend",
  order: "desc",
  from: { number },
  size: 10,
  isCounted: true,
});

test.each<[number: number, calls: number, read: readonly [order: string, offset: number, wanted: number] | undefined]>([
  [1, 95, ["desc", 0, 11]],
  [5, 95, ["desc", 40, 11]],
  [6, 95, ["asc", 34, 11]],
  [9, 95, ["asc", 4, 11]],
  [10, 95, ["asc", 0, 5]],
  [10, 100, ["asc", 0, 10]],
  [11, 100, undefined],
  [1, 0, undefined],
])("page %i of a list of %i calls is read from its nearer end", (number, calls, read) => {
  const near = fromNearerEnd(page(number), calls);
  expect(near && [near.page.order, near.offset, near.page.size + 1]).toEqual(read);
  expect(near?.isReversed).toBe(read && read[0] === "asc");
});
