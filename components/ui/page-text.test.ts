import { expect, test } from "vitest";
import { type Paged, pageText } from "./page-text";

test.each<[name: string, paged: Paged, says: string, hasNext: boolean]>([
  ["of an empty list", { page: 1, size: 50, total: 0 }, "0–0 of 0", false],
  ["that is the only one", { page: 1, size: 50, total: 50 }, "1–50 of 50", false],
  ["in the middle", { page: 2, size: 50, total: 1_234 }, "51–100 of 1,234", true],
  ["at the end", { page: 25, size: 50, total: 1_234 }, "1201–1234 of 1,234", false],
  [
    "of a list that nobody has counted to its end",
    { page: 1, size: 50, total: 20_000, uncounted: { rows: 50, hasNext: true } },
    "1–50 of more than 20,000",
    true,
  ],
  [
    "behind what was counted",
    { page: 402, size: 50, total: 20_000, uncounted: { rows: 50, hasNext: true } },
    "20051–20100 of more than 20,000",
    true,
  ],
  [
    "at the end of a list that nobody has counted",
    { page: 500, size: 50, total: 20_000, uncounted: { rows: 7, hasNext: false } },
    "24951–24957 of more than 20,000",
    false,
  ],
  ["found by its place", { page: 2, size: 25, total: 60, found: { rows: 25, hasNext: true } }, "26–50 of 60", true],
  [
    "found by its place, the last",
    { page: 3, size: 25, total: 60, found: { rows: 10, hasNext: false } },
    "51–60 of 60",
    false,
  ],
  [
    "found by its place, before which a row went",
    { page: 2, size: 25, total: 25, found: { rows: 1, hasNext: false } },
    "25–25 of 25",
    false,
  ],
  [
    "found by its place, before which many rows went",
    { page: 3, size: 25, total: 30, found: { rows: 25, hasNext: true } },
    "5–29 of 30",
    true,
  ],
  [
    "found by its place, before which rows came",
    { page: 2, size: 25, total: 90, found: { rows: 25, hasNext: false } },
    "66–90 of 90",
    false,
  ],
])("a page %s says which rows it has", (_name, paged, says, hasNext) => {
  expect(pageText(paged)).toEqual({ says, hasNext });
});
