import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { WILDCARD_CASES } from "./wildcard.cases";
import { captureStars, compareSpecificity, fillStars, matchesPattern, specificityOf } from "./wildcard";

describe("captures", () => {
  test.each(WILDCARD_CASES)("$because: $pattern on $name", ({ pattern, name, captures }) => {
    expect(captureStars(pattern, name)).toEqual(captures);
    expect(matchesPattern(pattern, name)).toBe(captures !== undefined);
  });

  const alphabet = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
  const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 14 });

  test("captures agree with a backtracking reference that matches greedily from the left", () => {
    const reference = (pattern: string, name: string): string[] | undefined => {
      if (pattern === "") return name === "" ? [] : undefined;
      if (!pattern.startsWith("*"))
        return name[0] === pattern[0] ? reference(pattern.slice(1), name.slice(1)) : undefined;
      for (let taken = name.length; taken >= 0; taken--) {
        const rest = reference(pattern.slice(1), name.slice(taken));
        if (rest) return [name.slice(0, taken), ...rest];
      }
      return undefined;
    };
    fc.assert(
      fc.property(alphabet, names, (pattern, name) => {
        expect(captureStars(pattern, name)).toEqual(name === "" && pattern === "" ? [] : reference(pattern, name));
      }),
      { numRuns: 2_000 },
    );
  });

  test("captures fill their own pattern back to the name", () => {
    fc.assert(
      fc.property(alphabet, names, (pattern, name) => {
        const captures = captureStars(pattern, name);
        if (captures) expect(fillStars(pattern, captures)).toBe(name);
      }),
    );
  });

  const long = 100_000;
  const hostile: [what: string, pattern: string, name: string, captures: number | undefined][] = [
    ["50 stars that nearly fit", "a*".repeat(50) + "b", "a".repeat(long), undefined],
    ["50 stars that fit", "a*".repeat(50) + "b", "a".repeat(long) + "b", 50],
    [
      "50 long literals that all but fit everywhere",
      `*${`b${"a".repeat(1_000)}*`.repeat(50)}`,
      "a".repeat(long),
      undefined,
    ],
    ["a literal half as long as the name", `*${"a".repeat(long / 2)}b*`, "a".repeat(long), undefined],
    ["100,000 stars", "*".repeat(long), "a".repeat(long), long],
  ];
  test.each(hostile)(
    "%s take no more steps than pattern and name have characters",
    (_what, pattern, name, captures) => {
      // Quadratic time would take many minutes, longer than a test may.
      for (let round = 0; round < 20; round++) expect(captureStars(pattern, name)?.length).toBe(captures);
    },
  );
});

describe("filling", () => {
  const cases: [pattern: string, captures: string[], filled: string][] = [
    ["openai/gpt-4o", ["ignored"], "openai/gpt-4o"],
    ["openai/*", ["a"], "openai/a"],
    ["openai/*", ["a", "b"], "openai/b"],
    ["*/*", ["a", "b"], "a/b"],
    ["x*y*z", ["*", "1"], "x*y1z"],
  ];
  test.each(cases)("the upstream pattern %s is filled with %j", (pattern, captures, filled) => {
    expect(fillStars(pattern, captures)).toBe(filled);
  });
});

test("specificity is a total preorder", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
  fc.assert(
    fc.property(pattern, pattern, pattern, (...patterns) => {
      const [a, b, c] = patterns.map(specificityOf) as [
        ReturnType<typeof specificityOf>,
        ReturnType<typeof specificityOf>,
        ReturnType<typeof specificityOf>,
      ];
      expect(Math.sign(compareSpecificity(a, b))).toBe(-Math.sign(compareSpecificity(b, a)) + 0);
      if (compareSpecificity(a, b) <= 0 && compareSpecificity(b, c) <= 0) {
        expect(compareSpecificity(a, c)).toBeLessThanOrEqual(0);
      }
    }),
  );
});

test("characters are counted as people count them", () => {
  expect(specificityOf("😀é*x")).toEqual({ exact: false, literalCharacters: 3, stars: 1, literalPrefix: 2 });
  expect(specificityOf("😀")).toEqual({ exact: true, literalCharacters: 1, stars: 0, literalPrefix: 1 });
});

test("a name that does not match has no captures, so they cannot be filled in without a check", () => {
  expectTypeOf(captureStars).returns.toEqualTypeOf<string[] | undefined>();
  // @ts-expect-error captures may be undefined
  expect(() => fillStars("openai/*", captureStars("openai/*", "groq/llama"))).toThrow();
});
