import { expect, test } from "vitest";
import { narrowPage, type NarrowedPage, pageStart, type PageStart } from "./day-counts";

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

test.each<[name: string, "asc" | "desc", offset: number, most: number, known: boolean, PageStart | undefined]>([
  [
    "near the beginning of its day is read onwards",
    "asc",
    11,
    3,
    true,
    { order: "asc", offset: 1, most: 3, bound: { from: day("2026-11-03") } },
  ],
  [
    "near the end of its day is read backwards",
    "asc",
    6,
    4,
    true,
    { order: "desc", offset: 0, most: 4, bound: { until: day("2026-11-02") } },
  ],
  [
    "over several days is read from the nearer side",
    "asc",
    9,
    4,
    true,
    { order: "desc", offset: 2, most: 4, bound: { until: day("2026-11-04") } },
  ],
  [
    "with the latest first near the beginning of a day",
    "desc",
    13,
    3,
    true,
    { order: "asc", offset: 0, most: 3, bound: { from: day("2026-11-01") } },
  ],
  [
    "that is the last, and has fewer calls",
    "desc",
    14,
    5,
    true,
    { order: "asc", offset: 0, most: 2, bound: { from: day("2026-11-01") } },
  ],
  ["behind the last call", "desc", 16, 5, true, undefined],
  [
    "of a list whose days nobody counts, from the nearer end",
    "asc",
    12,
    2,
    false,
    { order: "desc", offset: 2, most: 2 },
  ],
  ["of a list whose days nobody counts, from the beginning", "asc", 2, 2, false, { order: "asc", offset: 2, most: 2 }],
])("a page %s", (_name, order, offset, most, isByDay, start) => {
  expect(pageStart(order, { offset, most }, { calls: 16, days: isByDay ? counts : undefined })).toEqual(start);
});

test("a page of a list that nobody counts is read from its beginning", () => {
  const start = pageStart("desc", { offset: 40, most: 51 }, { calls: undefined, days: undefined });
  expect(start).toEqual({ order: "desc", offset: 40, most: 51 });
});
