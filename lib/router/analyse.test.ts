import fc from "fast-check";
import { expect, test } from "vitest";
import { nameOfBoth } from "@/lib/patterns/overlap";
import { analyseOverlaps, overlapsLostBy } from "./analyse";
import type { RoutableEntry } from "./resolve";

const entries = (names: readonly string[]): RoutableEntry[] =>
  names.map((name) => ({ model_name: name, gateway_params: { model: "openai/gpt-4o" } }));
const name = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 4 });

test("every two names of which one is a pattern and that match a common name overlap, and no others", () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      const expected = names.flatMap((a, index) =>
        names
          .slice(index + 1)
          .filter((b) => (a.includes("*") || b.includes("*")) && nameOfBoth(a, b) !== undefined)
          .map((b) => [a, b].sort().join(" ")),
      );
      const { overlaps, truncated } = analyseOverlaps(entries(names));
      const found = overlaps.map(({ winner, loser }) => [names[winner], names[loser]].sort().join(" "));
      expect(truncated).toBe(false);
      expect(found.sort()).toEqual(expected.sort());
    }),
    { numRuns: 500 },
  );
});

test("overlaps stand in the order of the names, patterns first", () => {
  const names = ["gpt-4o", "gpt-*", "o*", "*", "gpt-4*"];
  const { overlaps } = analyseOverlaps(entries(names));
  expect(overlaps.map(({ winner, loser }) => [names[winner], names[loser]])).toEqual([
    ["gpt-*", "*"],
    ["gpt-4*", "gpt-*"],
    ["gpt-4o", "gpt-*"],
    ["o*", "*"],
    ["gpt-4*", "*"],
    ["gpt-4o", "*"],
    ["gpt-4o", "gpt-4*"],
  ]);
});

test("a list with the names of the latest one is not compared again, and one with other names is", () => {
  const names = ["gpt-*", "gpt-4o", "o*"];
  const analysis = analyseOverlaps(entries(names));
  expect(analyseOverlaps(entries(names))).toBe(analysis);
  expect(analyseOverlaps(entries(names.toReversed())).overlaps).toMatchObject([{ winner: 1, loser: 2 }]);
  expect(analyseOverlaps(entries(names.slice(0, 1))).overlaps).toEqual([]);
  expect(analyseOverlaps(entries(names))).toEqual(analysis);
});

test("ten thousand families of which one has a second pattern are compared to the end", () => {
  const names = [...Array.from({ length: 10_000 }, (_, index) => `family-${index}/*`), "family-9999/large-*"];
  const { overlaps, truncated } = analyseOverlaps(entries(names));
  expect({ truncated, overlaps }).toEqual({
    truncated: false,
    overlaps: [{ winner: 10_000, loser: 9_999, example: "family-9999/large-", tie: false, complete: false }],
  });
});

test("the overlaps that one entry loses are those of the whole list", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), (names) => {
      const { overlaps } = analyseOverlaps(entries(names));
      const alone = entries(names);
      const lost = (): unknown[] => names.map((_, position) => overlapsLostBy(alone, position));
      const expected = names.map((_, position) => overlaps.filter(({ loser }) => loser === position));
      expect(lost()).toEqual(expected);
      analyseOverlaps(alone);
      expect(lost()).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
