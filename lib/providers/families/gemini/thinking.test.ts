import { describe, expect, test } from "vitest";
import type { FormMember } from "../../form/parameters";
import type { Thinking } from "../../form/request";
import type { JsonObject } from "../../json-value";
import { geminiThinking } from "./thinking";
import { geminiVersion, isGeminiSince } from "./version";

const written = (model: string, effort: string | undefined, thinking?: Thinking) => {
  const dropped: FormMember[] = [];
  const config = geminiThinking({ effort, thinking }, model, (member) => dropped.push(member));
  return { config, dropped };
};
const budget = (tokens: number): Thinking => ({ mode: "enabled", budget: tokens, own: {} });
const shown = (config: JsonObject): JsonObject => ({ ...config, includeThoughts: true });

describe("what a request says about thinking becomes Gemini's", () => {
  test.each<readonly [model: string, effort: string, config: JsonObject | undefined]>([
    ["gemini-3-flash-preview", "minimal", shown({ thinkingLevel: "minimal" })],
    ["gemini-3.1-pro-preview", "minimal", shown({ thinkingLevel: "low" })],
    ["gemini-3-flash-preview", "low", shown({ thinkingLevel: "low" })],
    ["gemini-3.8-flash", "medium", shown({ thinkingLevel: "medium" })],
    ["gemini-3-pro-preview", "medium", shown({ thinkingLevel: "high" })],
    ["gemini-3.1-pro-preview", "medium", shown({ thinkingLevel: "medium" })],
    ["gemini-3-pro-preview", "xhigh", shown({ thinkingLevel: "high" })],
    ["gemini-3-flash-preview", "none", { thinkingLevel: "minimal" }],
    ["gemini-3-pro-preview", "none", { thinkingLevel: "low" }],
    ["gemini-2.5-flash", "minimal", shown({ thinkingBudget: 1024 })],
    ["gemini-2.5-flash", "medium", shown({ thinkingBudget: 8192 })],
    ["gemini-2.5-flash", "max", shown({ thinkingBudget: 24_576 })],
    ["gemini-2.5-pro", "max", shown({ thinkingBudget: 32_768 })],
    ["gemini-2.5-flash", "none", { thinkingBudget: 0 }],
    ["gemini-2.5-pro", "none", { thinkingBudget: 128 }],
    ["gemini-flash-latest", "high", shown({ thinkingBudget: 24_576 })],
  ])("%s at the effort %s: %j", (model, effort, config) => {
    expect(written(model, effort)).toEqual({ config, dropped: [] });
  });

  test.each<readonly [model: string, thinking: Thinking, config: JsonObject]>([
    ["gemini-2.5-flash-lite", budget(100), shown({ thinkingBudget: 512 })],
    ["gemini-2.5-pro", budget(100_000), shown({ thinkingBudget: 32_768 })],
    ["gemini-3-flash-preview", budget(2_000), shown({ thinkingLevel: "low" })],
    ["gemini-3-flash-preview", budget(8_000), shown({ thinkingLevel: "medium" })],
    ["gemini-3-flash-preview", budget(20_000), shown({ thinkingLevel: "high" })],
    ["gemini-2.5-flash", { mode: "adaptive", budget: undefined, own: {} }, shown({ thinkingBudget: -1 })],
    ["gemini-3-flash-preview", { mode: "adaptive", budget: undefined, own: {} }, shown({})],
    ["gemini-2.5-flash", { mode: "disabled", budget: undefined, own: {} }, { thinkingBudget: 0 }],
  ])("%s with %j: %j", (model, thinking, config) => {
    expect(written(model, undefined, thinking)).toEqual({ config, dropped: [] });
  });

  test("an effort counts before a budget", () => {
    expect(written("gemini-2.5-flash", "low", budget(9_000)).config).toEqual(shown({ thinkingBudget: 1024 }));
  });

  test("models that do not think lose it by name", () => {
    expect(written("gemini-2.0-flash", "high")).toEqual({ config: undefined, dropped: ["effort"] });
    expect(written("gemma-3-27b-it", undefined, budget(9))).toEqual({ config: undefined, dropped: ["thinking"] });
    expect(written("gemini-2.0-flash", undefined)).toEqual({ config: undefined, dropped: [] });
  });

  test("an effort that no model has is refused", () => {
    expect(() => written("gemini-3-pro", "extreme")).toThrow(
      expect.objectContaining({ options: { param: "reasoning_effort" } }),
    );
  });
});

test.each<readonly [string, number | undefined]>([
  ["gemini-2.5-flash-lite-001", 205],
  ["gemini-3-pro-preview", 300],
  ["publishers/google/models/gemini-1.5-pro-002", 105],
  ["gemini-flash-latest", undefined],
  ["gemini-20250101", undefined],
  ["claude-3-opus", undefined],
])("the version of %s is %s", (model, version) => {
  expect(geminiVersion(model)).toBe(version);
  expect(isGeminiSince(model, 300)).toBe(version === undefined || version >= 300);
});
