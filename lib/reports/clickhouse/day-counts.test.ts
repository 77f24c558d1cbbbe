import { expect, test } from "vitest";
import { narrowPage, type NarrowedPage } from "./day-counts";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const counts = [
  { day: day("2026-11-01"), calls: 10 },
  { day: day("2026-11-03"), calls: 5 },
  { day: day("2026-11-04"), calls: 1 },
];

test.each<["asc" | "desc", number, [string, number] | undefined]>([
  ["asc", 0, ["2026-11-01", 0]],
  ["asc", 9, ["2026-11-01", 9]],
  ["asc", 10, ["2026-11-03", 0]],
  ["asc", 15, ["2026-11-04", 0]],
  ["asc", 16, undefined],
  ["desc", 0, ["2026-11-05", 0]],
  ["desc", 1, ["2026-11-04", 0]],
  ["desc", 7, ["2026-11-02", 1]],
  ["desc", 16, undefined],
])("a page %s behind %i calls passes over whole days", (order, offset, expected) => {
  const page: NarrowedPage | undefined = expected && { bound: day(expected[0]), offset: expected[1] };
  expect(narrowPage(counts, order, offset)).toEqual(page);
});
