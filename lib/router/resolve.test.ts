import { describe, expect, test } from "vitest";
import { resolveModel } from "./resolve";

const entry = (model_name: string, model: string = model_name) => ({ model_name, gateway_params: { model } });

describe("the winner", () => {
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
    expect(resolveModel(requested, names.map((name) => entry(name))).winner?.entry.model_name).toBe(winner);
  });

  test("is the same for every order of entries that do not tie", () => {
    const names = ["*", "openai/*", "openai/gpt-*", "openai/gpt-4o"];
    for (const order of [names, [...names].reverse(), [names[2]!, names[0]!, names[3]!, names[1]!]]) {
      const resolution = resolveModel("openai/gpt-4o", order.map((name) => entry(name)));
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
  test.each(cases)("%s → %s: %s becomes %s", (model_name, model, requested, upstream) => {
    expect(resolveModel(requested, [entry(model_name, model)]).winner?.upstreamModel).toBe(upstream);
  });
});

test("entries of one name form a group, and the others stay out of it", () => {
  const entries = [entry("gpt", "openai/a"), entry("*", "openai/c"), entry("gpt", "openai/b")];
  expect(resolveModel("gpt", entries).group.map((candidate) => candidate.index)).toEqual([0, 2]);
});
