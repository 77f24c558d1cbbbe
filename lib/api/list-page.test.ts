import { expect, test } from "vitest";
import { type ListOrder, pageFields, pageOf } from "./list-page";

const ORDER: ListOrder = { name: "audit", kind: "time", id: /^\d+$/ };
const next = { value: 5, id: "7" };

test("the next of an answer is the place behind which the next page begins", () => {
  const first = pageFields({ size: 2 }, ORDER, { total: 3, next });
  expect(first).toMatchObject({ total: 3, page: 1, size: 2 });
  const after = first.next ?? "";
  expect(pageOf({ size: 2, after }, ORDER)).toEqual({ page: 1, size: 2, after: next });
  expect(pageFields({ size: 2, after }, ORDER, { total: 3, next: undefined })).toEqual({
    total: 3,
    page: null,
    size: 2,
    next: null,
  });
});

test("a page is found by its number alone", () => {
  expect(pageOf({ page: 4, size: 2 }, ORDER)).toEqual({ page: 4, size: 2 });
  expect(pageFields({ page: 4, size: 2 }, ORDER, { total: 9, next })).toMatchObject({ page: 4 });
});

const after = pageFields({ size: 2 }, ORDER, { total: 3, next }).next ?? "";
test.each([
  ["a page as well", { page: 1, size: 2, after }, ORDER, /send one of them/],
  ["another order", { size: 2, after }, { ...ORDER, name: "sessions" }, /same order/],
  ["an id that cannot be one", { size: 2, after }, { ...ORDER, id: /^x/ }, /same order/],
  ["a value that cannot be one", { size: 2, after }, { ...ORDER, value: /^x/ }, /same order/],
  ["no place at all", { size: 2, after: "x" }, ORDER, /same order/],
])("a place with %s is refused", (_name, input, order, message) => {
  expect(() => pageOf(input, order)).toThrow(message);
});
