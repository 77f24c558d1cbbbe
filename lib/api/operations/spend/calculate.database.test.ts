import { describe, expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import type { Calculation } from "@/lib/wire/spend";
import { useSpendFixture } from "@/testing/spend/spend-fixture";

const fixture = useSpendFixture();
const ours: ModelEntry = {
  model_name: "house-*",
  gateway_params: {
    model: "acme/h-*",
    input_cost_per_token: 1e-6,
    output_cost_per_token: 2e-6,
    cache_read_input_token_cost: 1e-7,
  },
};
const listed: ModelEntry = { model_name: "openai/*", gateway_params: { model: "openai/*" } };

describe("POST /spend/calculate", () => {
  test("POST /spend/calculate answers the cost of units line by line, and the price used", async () => {
    fixture.setModels([ours]);
    const answer = await fixture.ask<Calculation>("/spend/calculate", {
      model: "house-1",
      prompt_tokens: 100,
      cached_tokens: 40,
      completion_tokens: 10,
      reasoning_tokens: 4,
    });
    expect(answer).toMatchObject({
      model: "house-1",
      provider: "acme",
      upstream_model: "h-1",
      cost: 0.000084,
      price_state: "priced",
      usage_source: "given",
    });
    expect(answer.price_version).toMatch(/^config:/);
    expect(answer.breakdown).toEqual([
      { kind: "input", units: 60, charged_as: "input", unit_cost: 1e-6, cost: 0.00006 },
      { kind: "cache_read", units: 40, charged_as: "cache_read", unit_cost: 1e-7, cost: 0.000004 },
      { kind: "output", units: 6, charged_as: "output", unit_cost: 2e-6, cost: 0.000012 },
      { kind: "reasoning", units: 4, charged_as: "output", unit_cost: 2e-6, cost: 0.000008 },
    ]);
  });

  test.each<[what: string, input: object, expected: object]>([
    [
      "the answer of a chat completion",
      {
        completion_response: {
          model: "openai/gpt-4o",
          usage: { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 400 } },
        },
      },
      { cost: 0.003, usage_source: "given" },
    ],
    [
      "the answer of a messages call",
      {
        provider: "anthropic",
        completion_response: {
          model: "claude-sonnet-4-5",
          usage: {
            input_tokens: 100,
            cache_read_input_tokens: 1000,
            cache_creation_input_tokens: 0,
            output_tokens: 10,
          },
        },
      },
      { cost: 0.00075 },
    ],
    [
      "a request, as an estimate",
      { request: { model: "openai/gpt-4o", messages: [{ role: "user", content: "x".repeat(4000) }] } },
      { usage_source: "estimated", price_state: "priced" },
    ],
    [
      "messages and the expected length of their answer, as an estimate",
      { model: "openai/gpt-4o", messages: [], completion_tokens: 1000 },
      { usage_source: "estimated", cost: 0.0100025 },
    ],
    [
      "a model of a provider outside the model list",
      { provider: "openai", model: "gpt-4o", prompt_tokens: 1000 },
      { cost: 0.0025, price_version: "genai-prices@0.1.8" },
    ],
    [
      "a model without a price",
      { provider: "openai", model: "none", prompt_tokens: 1000 },
      { cost: 0, price_state: "unpriced", price_version: null, breakdown: [] },
    ],
    ["a model without any units", { model: "openai/gpt-4o" }, { cost: 0, price_state: "priced", breakdown: [] }],
  ])("POST /spend/calculate prices %s", async (_what, input, expected) => {
    fixture.setModels([listed]);
    expect(await fixture.ask("/spend/calculate", input)).toMatchObject(expected);
  });

  test("POST /spend/calculate uses the price of the given day", async () => {
    fixture.setModels([{ model_name: "m", gateway_params: { model: "acme/m" } }]);
    await fixture.ask("/price/new", {
      provider: "acme",
      model: "m",
      input_cost_per_token: 1e-6,
      effective_from: "2026-06-01",
    });
    const at = async (day: string): Promise<string> =>
      (await fixture.ask<Calculation>("/spend/calculate", { model: "m", prompt_tokens: 1, at: day })).price_state;
    expect([await at("2026-05-31"), await at("2026-06-01")]).toEqual(["unpriced", "priced"]);
  });

  test.each([
    ["no model", { prompt_tokens: 1 }, "invalid_request"],
    ["a model that does not exist", { model: "none" }, "model_not_found"],
    ["an answer without usage", { completion_response: { model: "openai/gpt-4o" } }, "invalid_request"],
  ])("POST /spend/calculate refuses %s", async (_what, input, code) => {
    fixture.setModels([listed]);
    await expect(fixture.ask("/spend/calculate", input)).rejects.toMatchObject({ code });
  });
});
