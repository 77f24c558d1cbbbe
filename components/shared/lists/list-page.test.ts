import { expect, test } from "vitest";
import { askedPage, FIRST_PAGE, pageAddress, pageOfRows } from "./list-page";

test.each([
  ["the first page", 1, "", { page: 1 }],
  ["a page whose cursor is not known", 3, "", { page: 3 }],
  ["a page whose cursor is known", 3, "abc", { after: "abc" }],
  ["the first page, whatever cursor the address has", 1, "abc", { page: 1 }],
] as const)("%s is asked for by its cursor if there is one", (_name, number, after, asked) => {
  expect(askedPage(number, after)).toEqual(asked);
});

test.each([
  ["the first page", 1, FIRST_PAGE],
  ["a number below the first page", 0, FIRST_PAGE],
  ["a page that was seen", 2, { page: "2", after: "behind-25" }],
  ["a page that was not seen", 7, { page: "7", after: "" }],
] as const)("the address of %s holds its number, and its cursor if that is known", (_name, number, address) => {
  const cursors = new Map([[2, "behind-25"]]);
  expect(pageAddress(number, (one) => cursors.get(one))).toEqual(address);
});

const rowsOf = (text: string) => [...text].map((id) => ({ id }));
const walk = (text: string, asked: { page: number } | { after: string }) => {
  const { data, total, next } = pageOfRows(rowsOf(text), asked, 3);
  return [data.map(({ id }) => id).join(""), total, next];
};

test.each([
  ["the first page", "abcdefgh", { page: 1 }, "abc", 8, "2 c"],
  ["a page by its number", "abcdefgh", { page: 2 }, "def", 8, "5 f"],
  ["a page behind a row", "abcdefgh", { after: "2 c" }, "def", 8, "5 f"],
  ["a page behind a row that new ones came before", "xyabcdefgh", { after: "2 c" }, "def", 10, "7 f"],
  ["a page behind a row that some before it left", "cdefgh", { after: "2 c" }, "def", 6, "3 f"],
  ["a page behind a row that is gone", "abdefgh", { after: "2 c" }, "def", 7, "4 f"],
  ["the last page", "abcdefgh", { after: "5 f" }, "gh", 8, null],
  ["a page behind rows that are all gone", "", { after: "5 f" }, "", 0, null],
  ["a page behind what is not a cursor", "abcdefgh", { after: "?" }, "abc", 8, "2 c"],
] as const)("of rows that are all here, %s is found", (_name, all, asked, rows, total, next) => {
  expect(walk(all, asked)).toEqual([rows, total, next]);
});
