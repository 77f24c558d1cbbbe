import { expect, test } from "vitest";
import { askedPage, FIRST_PAGE, pageAddress } from "./list-page";

test.each([
  ["the first page", 1, "", { page: 1 }],
  ["a page whose place is not known", 3, "", { page: 3 }],
  ["a page whose place is known", 3, "abc", { after: "abc" }],
  ["the first page, whatever place the address has", 1, "abc", { page: 1 }],
] as const)("%s is asked for by its place if there is one", (_name, number, after, asked) => {
  expect(askedPage(number, after)).toEqual(asked);
});

test.each([
  ["the first page", 1, FIRST_PAGE],
  ["a number below the first page", 0, FIRST_PAGE],
  ["a page that was seen", 2, { page: "2", after: "behind-25" }],
  ["a page that was not seen", 7, { page: "7", after: "" }],
] as const)("the address of %s holds its number, and its place if that is known", (_name, number, address) => {
  const places = new Map([[2, "behind-25"]]);
  expect(pageAddress(number, (one) => places.get(one))).toEqual(address);
});
