import { expect, test } from "vitest";
import { draftSizeFault, MOST_VALUES } from "./draft-size";

const many = (length: number): string[] => Array.from({ length }, (_, at) => `m${at}`);

test("a draft has a bound in all, however its values are spread over lists", () => {
  const half = Math.floor(MOST_VALUES / 2) - 3;
  expect(draftSizeFault({ a: many(half), b: [{ c: many(half) }] })).toBeUndefined();
  expect(draftSizeFault({ a: many(half), b: [{ c: many(half + 10) }] })).toMatchObject({ number: "C014" });
});

test("what is not a draft has no size", () => {
  for (const draft of [undefined, null, "text", 7, []]) expect(draftSizeFault(draft)).toBeUndefined();
});
