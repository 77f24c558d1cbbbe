import { expect, test } from "vitest";
import { openEndsOf } from "./open-ends";

const BOUND = { expires: true, hasBudget: true, namesModels: true, hasOwner: true };

test.each([
  [
    { expires: false, hasBudget: false, namesModels: false, hasOwner: false },
    "This key never expires, has no budget and may call every model.",
  ],
  [{ ...BOUND, expires: false }, "This key never expires."],
  [
    { ...BOUND, expires: false, hasBudget: false, namesModels: false },
    "This key never expires, has no budget of its own and may call every model of its team and user.",
  ],
  [{ ...BOUND, hasBudget: false, hasOwner: false }, "This key has no budget."],
  [
    { ...BOUND, expires: false, namesModels: false, hasOwner: false },
    "This key never expires and may call every model.",
  ],
])("a new key with %j is said to be open", (bounds, words) => {
  expect(openEndsOf(bounds)).toBe(words);
});

test("a key that expires and stands under the budget and the models of its owner needs no word", () => {
  expect(openEndsOf(BOUND)).toBeUndefined();
  expect(openEndsOf({ ...BOUND, hasBudget: false, namesModels: false })).toBeUndefined();
  expect(openEndsOf({ ...BOUND, hasOwner: false })).toBeUndefined();
});
