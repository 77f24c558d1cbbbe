import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { captureStars, compareSpecificity, fillStars, matchesPattern } from "./wildcard";

describe("captures", () => {
  const cases: [pattern: string, name: string, captures: string[] | undefined][] = [
    ["gpt-4o", "gpt-4o", []],
    ["gpt-4o", "gpt-4", undefined],
    ["*", "", [""]],
    ["*", "anything/at all", ["anything/at all"]],
    ["openai/*", "openai/gpt-4o", ["gpt-4o"]],
    ["openai/*", "openai/ft/my:model+1", ["ft/my:model+1"]],
    ["openai/*", "xopenai/gpt", undefined],
    ["*-mini", "gpt-4o-mini", ["gpt-4o"]],
    ["*-mini", "gpt-4o-mini-2", undefined],
    ["fo::*:static::*", "fo::x:static::y", ["x", "y"]],
    ["fo::*:static::*", "fo::x:static::y:static::z", ["x:static::y", "z"]],
    ["fo::*:static::*", "fo:::static::", ["", ""]],
    ["a*a", "a", undefined],
    ["a*a", "aa", [""]],
    ["**", "ab", ["ab", ""]],
    ["*b*", "abab", ["aba", ""]],
    ["a.b", "axb", undefined],
    ["modèle-*", "modèle-été", ["été"]],
    ["(.*)+$", "(xx)+$", undefined],
    ["(.*)+$", "(.xx)+$", ["xx"]],
  ];
  test.each(cases)("%s on %s", (pattern, name, captures) => {
    expect(captureStars(pattern, name)).toEqual(captures);
    expect(matchesPattern(pattern, name)).toBe(captures !== undefined);
  });

  const alphabet = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
  const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 14 });

  test("agree with a backtracking reference that takes greedily from the left", () => {
    const reference = (pattern: string, name: string): string[] | undefined => {
      if (pattern === "") return name === "" ? [] : undefined;
      if (!pattern.startsWith("*")) return name[0] === pattern[0] ? reference(pattern.slice(1), name.slice(1)) : undefined;
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

  test("fill their own pattern back to the name", () => {
    fc.assert(
      fc.property(alphabet, names, (pattern, name) => {
        const captures = captureStars(pattern, name);
        if (captures) expect(fillStars(pattern, captures)).toBe(name);
      }),
    );
  });

  test("a hostile pattern on a huge name is answered", () => {
    const pattern = "a*".repeat(50) + "b";
    expect(captureStars(pattern, "a".repeat(100_000))).toBeUndefined();
    expect(captureStars(pattern, "a".repeat(100_000) + "b")).toHaveLength(50);
  });
});

describe("filling", () => {
  const cases: [pattern: string, captures: string[], filled: string][] = [
    ["openai/gpt-4o", ["ignored"], "openai/gpt-4o"],
    ["openai/*", ["a"], "openai/a"],
    ["openai/*", ["a", "b"], "openai/b"],
    ["*/*", ["a", "b"], "a/b"],
    ["x*y*z", ["*", "1"], "x*y1z"],
  ];
  test.each(cases)("%s with %j", (pattern, captures, filled) => {
    expect(fillStars(pattern, captures)).toBe(filled);
  });
});

test("specificity is a total preorder", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
  fc.assert(
    fc.property(pattern, pattern, pattern, (a, b, c) => {
      expect(Math.sign(compareSpecificity(a, b))).toBe(-Math.sign(compareSpecificity(b, a)) + 0);
      if (compareSpecificity(a, b) <= 0 && compareSpecificity(b, c) <= 0) {
        expect(compareSpecificity(a, c)).toBeLessThanOrEqual(0);
      }
    }),
  );
});
