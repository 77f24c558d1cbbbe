import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareJson } from "./difference";

describe("compareJson", () => {
  test("keeps what is the same and marks the rest", () => {
    expect(compareJson({ a: 1, b: 2 }, { b: 3, a: 1 })).toEqual([
      { kind: "same", text: "{" },
      { kind: "same", text: '  "a": 1,' },
      { kind: "removed", text: '  "b": 2' },
      { kind: "added", text: '  "b": 3' },
      { kind: "same", text: "}" },
    ]);
  });

  test("adds everything where there was nothing", () => {
    expect(compareJson(null, ["x"]).every((line) => line.kind === "added")).toBe(true);
  });

  test("holds both sides whole, whatever they are", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (before, after) => {
        const lines = compareJson(before, after);
        const side = (kind: "removed" | "added") =>
          lines
            .filter((line) => line.kind === "same" || line.kind === kind)
            .map((line) => line.text)
            .join("\n");
        const parse = (text: string): unknown => (text === "" ? null : JSON.parse(text));
        expect(parse(side("removed"))).toEqual(JSON.parse(JSON.stringify(before)));
        expect(parse(side("added"))).toEqual(JSON.parse(JSON.stringify(after)));
      }),
    );
  });
});

test("what is filled into something empty is added, and nothing is removed", () => {
  expect(compareJson({}, { a: 1 }).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "same {",
    'added   "a": 1',
    "same }",
  ]);
});
