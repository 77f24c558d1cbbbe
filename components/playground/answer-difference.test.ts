import fc from "fast-check";
import { expect, test } from "vitest";
import { answerDifference, shared } from "./answer-difference";

const texts = (kinds: readonly string[], runs: ReturnType<typeof answerDifference>): string =>
  (runs ?? []).flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join("");

test("two answers are compared word by word", () => {
  expect(answerDifference("The sky is blue.", "The sea is blue.")).toEqual([
    { kind: "same", text: "The " },
    { kind: "removed", text: "sky" },
    { kind: "added", text: "sea" },
    { kind: "same", text: " is blue." },
  ]);
});

test("long answers are compared line by line, and very long ones not at all", () => {
  const words = "word ".repeat(800);
  expect(answerDifference(`${words}\nend`, `${words}\nfin`)).toEqual([
    { kind: "same", text: `${words}\n` },
    { kind: "removed", text: "end" },
    { kind: "added", text: "fin" },
  ]);
  expect(answerDifference("a\n".repeat(3001), "b")).toBeUndefined();
});

test("either answer can be read off the difference", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (first, second) => {
      const runs = answerDifference(first, second);
      expect(texts(["same", "removed"], runs)).toBe(first);
      expect(texts(["same", "added"], runs)).toBe(second);
    }),
  );
});

test.each([
  ["", "", 1],
  ["a b", "a b", 1],
  ["a", "b", 0],
  ["ab cd", "ab ef", 0.6],
])("%j and %j share %d", (first, second, part) => {
  expect(shared(answerDifference(first, second) ?? [])).toBe(part);
});
