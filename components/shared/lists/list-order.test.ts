import { expect, test } from "vitest";
import { orderAfterClick, orderOf, orderText } from "./list-order";

test.each([
  ["", { sort: "created_at", order: "desc" }],
  ["alias", { sort: "alias", order: "asc" }],
  ["-spend", { sort: "spend", order: "desc" }],
  ["password", { sort: "created_at", order: "desc" }],
  ["--spend", { sort: "created_at", order: "desc" }],
] as const)("an address with sort=%s asks for %j", (text, order) => {
  expect(orderOf(text)).toEqual(order);
});

test.each(["", "created_at", "alias", "-alias", "spend", "-spend"])("the order %j is written as it is read", (text) => {
  expect(orderText(orderOf(text))).toBe(text);
});

test.each([
  ["", "alias", "alias"],
  ["alias", "alias", "-alias"],
  ["-alias", "alias", "alias"],
  ["alias", "spend", "-spend"],
  ["-spend", "spend", "spend"],
  ["", "created_at", "created_at"],
] as const)("in the order %j a click on %s leads to %j", (before, column, after) => {
  expect(orderText(orderAfterClick(orderOf(before), column))).toBe(after);
});
