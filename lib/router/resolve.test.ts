import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { captureStars, compareSpecificity, specificityOf } from "@/lib/patterns/wildcard";
import { explainWinner } from "./explain-winner";
import { resolveGroup, resolveModel } from "./resolve";

const entry = (model_name: string, model: string = model_name) => ({ model_name, gateway_params: { model } });

describe("the winner (spec 4.10)", () => {
  const cases: [rule: string, entries: string[], requested: string, winner: string | undefined][] = [
    ["an exact name beats every pattern", ["*", "openai/*", "openai/gpt-4o"], "openai/gpt-4o", "openai/gpt-4o"],
    ["more literal characters beat fewer", ["openai/*", "openai/gpt-*"], "openai/gpt-4o", "openai/gpt-*"],
    ["fewer stars beat more at equal literals", ["a*b*c", "ab*c"], "abxc", "ab*c"],
    ["a longer literal prefix beats a shorter one", ["*-gpt", "gpt-*"], "gpt-gpt", "gpt-*"],
    ["a tie goes to the first in the configuration", ["x*y", "x*z"], "xy", "x*y"],
    ["the star alone catches what nothing else does", ["*", "openai/*"], "mistral/large", "*"],
    ["matching is case-sensitive", ["OpenAI/*"], "openai/gpt-4o", undefined],
    ["matching is anchored at both ends", ["gpt-4"], "gpt-4o", undefined],
    ["the provider prefix alone may be empty after the slash", ["openai/*"], "openai/", "openai/*"],
  ];
  test.each(cases)("%s", (_rule, names, requested, winner) => {
    expect(
      resolveModel(
        requested,
        names.map((name) => entry(name)),
      ).winner?.entry.model_name,
    ).toBe(winner);
  });

  test("the winner is the same for every order of entries that do not tie", () => {
    const names = ["*", "openai/*", "openai/gpt-*", "openai/gpt-4o"];
    for (const order of [names, [...names].reverse(), [names[2]!, names[0]!, names[3]!, names[1]!]]) {
      const resolution = resolveModel(
        "openai/gpt-4o",
        order.map((name) => entry(name)),
      );
      expect(resolution.candidates.map((candidate) => candidate.entry.model_name)).toEqual([...names].reverse());
    }
  });
});

describe("the upstream model", () => {
  const cases: [model_name: string, model: string, requested: string, upstream: string][] = [
    ["openai/*", "openai/*", "openai/gpt-4o", "openai/gpt-4o"],
    ["fo::*:static::*", "openai/fo::*:static::*", "fo::a:static::b", "openai/fo::a:static::b"],
    ["fast", "openai/gpt-4o-mini", "fast", "openai/gpt-4o-mini"],
    ["team-*", "openai/gpt-4o", "team-anything", "openai/gpt-4o"],
    ["*/*", "openai/*", "groq/llama", "openai/llama"],
  ];
  test.each(cases)(
    "with %s → %s, the name %s becomes the upstream model %s",
    (model_name, model, requested, upstream) => {
      expect(resolveModel(requested, [entry(model_name, model)]).winner?.upstreamModel).toBe(upstream);
    },
  );
});

test("the entries with one name form a group, and the others stay out of it", () => {
  const entries = [entry("gpt", "openai/a"), entry("*", "openai/c"), entry("gpt", "openai/b")];
  expect(resolveModel("gpt", entries).group.map((candidate) => candidate.index)).toEqual([0, 2]);
});

describe("a list that cannot change is indexed once", () => {
  const names = fc.constantFrom("*", "a*", "*a", "a*b", "**", "a", "ab", "b*", "*b*", "a*a", "é*", "*😀");
  // More than a few patterns are found by their beginnings.
  const manyNames = fc.string({ unit: fc.constantFrom("a", "b", "*", "é"), minLength: 1, maxLength: 4 });
  const lists = fc.oneof(
    fc.array(
      names.map((name) => entry(name)),
      { maxLength: 8 },
    ),
    fc.array(
      manyNames.map((name) => entry(name)),
      { minLength: 20, maxLength: 60 },
    ),
  );
  const requested = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀"), maxLength: 6 });

  test("the index of a frozen list gives the same answers as looking through it", () => {
    fc.assert(
      fc.property(lists, requested, (entries, name) => {
        const fitting = entries.flatMap(({ model_name }, index) =>
          captureStars(model_name, name) ? [{ model_name, index }] : [],
        );
        fitting.sort(
          (a, b) => compareSpecificity(specificityOf(a.model_name), specificityOf(b.model_name)) || a.index - b.index,
        );
        for (const list of [entries, Object.freeze([...entries])]) {
          const { candidates, winner, group } = resolveModel(name, list);
          expect(candidates.map(({ index }) => index)).toEqual(fitting.map(({ index }) => index));
          expect(winner?.index).toBe(fitting[0]?.index);
          expect(group.map(({ index }) => index)).toEqual(
            fitting.filter(({ model_name }) => model_name === fitting[0]?.model_name).map(({ index }) => index),
          );
          expect(resolveGroup(name, list)).toEqual(group);
        }
      }),
    );
  });

  test("a list that can change is read again", () => {
    const entries = [entry("*")];
    expect(resolveModel("a", entries).winner?.entry.model_name).toBe("*");
    entries.push(entry("a"));
    expect(resolveModel("a", entries).winner?.entry.model_name).toBe("a");
  });
});

describe("why the winner won", () => {
  const cases: [names: string[], requested: string, because: string | undefined][] = [
    [["*"], "a", "No other model_name fits."],
    [["a", "a"], "a", "No other model_name fits. 2 entries have this model_name and share its calls."],
    [["*", "a"], "a", 'Before "*": an exact name comes before every pattern.'],
    [["a*", "ab*"], "abc", 'Before "a*": more literal characters: 2 against 1.'],
    [
      ["a*b*c", "ab*c"],
      "abxc",
      'Before "a*b*c": the same number of literal characters (3), but fewer stars: 1 against 2.',
    ],
    [
      ["*-gpt", "gpt-*"],
      "gpt-gpt",
      'Before "*-gpt": the same number of literal characters and stars, but more characters before the first star: 4 against 0.',
    ],
    [["x*y", "x*z", "x*y"], "xy", "No other model_name fits. 2 entries have this model_name and share its calls."],
    [
      ["x*yz", "xy*z"],
      "xyz",
      'Before "x*yz": the same number of literal characters and stars, but more characters before the first star: 2 against 1.',
    ],
    [
      ["x*ay*", "x*y*a"],
      "xaya",
      'Before "x*y*a": a tie by every rule: it comes earlier in the model list. Make one of the two more specific, so that the order does not matter.',
    ],
    [["a"], "b", undefined],
  ];
  test.each(cases)("the winner of %j for %s is explained", (names, requested, because) => {
    expect(
      explainWinner(
        resolveModel(
          requested,
          names.map((name) => entry(name)),
        ).candidates,
      ),
    ).toBe(because);
  });
});

test("a resolution keeps the type of the list's entries, and its winner may be missing", () => {
  const entries = [{ ...entry("gpt"), id: "e1" }];
  const { winner } = resolveModel("gpt", entries);
  expectTypeOf(winner).not.toBeAny();
  expectTypeOf(winner).exclude<undefined>().toHaveProperty("entry").toEqualTypeOf<(typeof entries)[number]>();
  // @ts-expect-error no entry may serve the name, so the winner must be checked first
  expect(winner.entry.id).toBe("e1");
  // @ts-expect-error an entry without an upstream model cannot be resolved
  expect(() => resolveModel("gpt", [{ model_name: "gpt" }])).toThrow();
});
