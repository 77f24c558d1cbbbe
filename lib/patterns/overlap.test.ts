import fc from "fast-check";
import { expect, test } from "vitest";
import { coversPattern, nameOfBoth } from "./overlap";
import { matchesPattern } from "./wildcard";

const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
/** Every name of up to five letters from three, of which no pattern contains `c`. */
const names = [""];
for (let at = 0; at < names.length; at++) {
  const name = names[at] ?? "";
  if (name.length < 5) names.push(`${name}a`, `${name}b`, `${name}c`);
}

const cases: [a: string, b: string, name: string | undefined][] = [
  ["gpt-*", "*-mini", "gpt-mini"],
  ["openai/*", "openai/gpt-*", "openai/gpt-"],
  ["openai/*", "azure/*", undefined],
  ["*-a", "*-b", undefined],
  ["*", "*", ""],
  ["a", "a", "a"],
  ["a", "b", undefined],
  ["a*", "a", "a"],
  ["x*ay*", "x*y*a", "xaya"],
  ["aXb", "a*Y*b", undefined],
];
test.each(cases)("the patterns %s and %s both match %s", (a, b, name) => {
  expect(nameOfBoth(a, b)).toBe(name);
});

test("a name of both patterns matches both, and none is found only if there is none", () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const found = nameOfBoth(a, b);
      if (found !== undefined) expect([matchesPattern(a, found), matchesPattern(b, found)]).toEqual([true, true]);
      else expect(names.filter((name) => matchesPattern(a, name) && matchesPattern(b, name))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("a pattern that covers another matches every name of it, and one that does not misses a name", () => {
  fc.assert(
    fc.property(pattern, fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 4 }), (outer, inner) => {
      const missed = names.some((name) => matchesPattern(inner, name) && !matchesPattern(outer, name));
      expect(coversPattern(outer, inner)).toBe(!missed);
    }),
    { numRuns: 1_000 },
  );
});
