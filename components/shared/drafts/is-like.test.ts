import { expect, test } from "vitest";
import { isLike } from "./is-like";

test.each([
  ["a state of the same form", { a: "x", b: ["y"] }, true],
  ["a state with a member too few", { a: "x" }, false],
  ["a state with a member too many", { a: "x", b: [], c: 1 }, false],
  ["a state with a member of another type", { a: 1, b: [] }, false],
  ["a list in place of a state", [], false],
  ["nothing", undefined, false],
])("of what was kept, %s counts: %j", (_, kept, counts) => {
  expect(isLike(kept, { a: "", b: [] })).toBe(counts);
});

test("a member that is empty when the form is made may be anything", () => {
  expect(isLike({ draft: { a: 1 } }, { draft: null })).toBe(true);
});
