import fc from "fast-check";
import { expect, test } from "vitest";
import { changesMeanwhile, fieldChanges } from "./field-changes";

test.each([
  ["a value that changed", { a: 1, b: "x" }, { a: 2, b: "x" }, [["a", ["1"], ["2"]]]],
  ["a value that was set", { a: null }, { a: "x" }, [["a", [], ["x"]]]],
  ["a value that was cleared", { a: "x" }, {}, [["a", ["x"], []]]],
  ["items of a list", { models: ["a", "b"] }, { models: ["b", "c"] }, [["models", ["a"], ["c"]]]],
  ["the order of a list", { models: ["a", "b"] }, { models: ["b", "a"] }, [["models", ["a, b"], ["b, a"]]]],
  ["a field of an object", { metadata: { a: 1, b: 2 } }, { metadata: { a: 1, b: 3 } }, [["metadata.b", ["2"], ["3"]]]],
  ["an object in a list", { rows: [{ a: 1, b: null }] }, { rows: [{ a: 2 }] }, [["rows", ["a: 1"], ["a: 2"]]]],
  [
    "a value that became an object",
    { a: "x" },
    { a: { b: 1 } },
    [
      ["a", ["x"], []],
      ["a.b", [], ["1"]],
    ],
  ],
  ["everything of a new row", null, { a: 1, b: null }, [["a", [], ["1"]]]],
  ["an empty text", { a: "x" }, { a: "" }, [["a", ["x"], ["(empty)"]]]],
  ["nothing but the time of the change", { updated_at: "1" }, { updated_at: "2" }, []],
] as const)("a comparison by fields shows %s", (_, before, after, changes) => {
  expect(fieldChanges(before, after)).toEqual(changes.map(([path, removed, added]) => ({ path, removed, added })));
});

test("a value does not differ from itself, and what was added one way is removed the other way", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
      expect(fieldChanges(a, a)).toEqual([]);
      const sides = (changes: ReturnType<typeof fieldChanges>, side: "added" | "removed") =>
        changes.map((change) => `${change.path} ${change[side].join("\n")}`).sort();
      expect(sides(fieldChanges(a, b), "added")).toEqual(sides(fieldChanges(b, a), "removed"));
    }),
  );
});

test("names and sums that come with a row that was read are not changes by somebody else", () => {
  const read = { team_alias: "a", max_budget: 5, organization_alias: "Legal", member_names: { u: "Sam" }, spend: 1 };
  const now = { team_alias: "b", max_budget: 5, spend: 2 };
  expect(changesMeanwhile(read, now)).toEqual([{ path: "team_alias", removed: ["a"], added: ["b"] }]);
});
