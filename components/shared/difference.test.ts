import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareJson } from "./difference";

describe("compareJson", () => {
  test("a JSON difference keeps equal lines and marks the others", () => {
    expect(compareJson({ a: 1, b: 2 }, { b: 3, a: 1 })).toEqual([
      { kind: "same", text: "{" },
      { kind: "same", text: '  "a": 1,' },
      { kind: "removed", text: '  "b": 2' },
      { kind: "added", text: '  "b": 3' },
      { kind: "same", text: "}" },
    ]);
  });

  test("a JSON difference from nothing adds everything", () => {
    expect(compareJson(null, ["x"]).every((line) => line.kind === "added")).toBe(true);
  });

  test("a JSON difference contains both sides completely, whatever they are", () => {
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

test("a JSON difference shows what fills an empty value as added, and nothing as removed", () => {
  expect(compareJson({}, { a: 1 }).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "same {",
    'added   "a": 1',
    "same }",
  ]);
});
