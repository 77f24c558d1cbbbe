import { calcPrice, findProvider } from "@pydantic/genai-prices";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { NO_USAGE, type UsageUnits } from "@/lib/usage";
import { isPriced, listPricedModels, PRICE_LIST, priceCall } from "./price";

const at = Date.parse("2026-06-01T12:00:00Z");
const plain: ModelEntry = { model_name: "m", gateway_params: { model: "openai/m" } };

function entry(gatewayParams: object, modelInfo?: object): ModelEntry {
  return { model_name: "m", gateway_params: { model: "openai/m", ...gatewayParams }, model_info: modelInfo };
}

function tokens(promptTokens: number, completionTokens = 0, more: Partial<UsageUnits> = {}): UsageUnits {
  return { ...NO_USAGE, promptTokens, completionTokens, ...more };
}

describe("priceCall", () => {
  it.each<
    [what: string, provider: string, model: string, entry: ModelEntry, units: UsageUnits, nano: bigint, state: string]
  >([
    ["a listed model", "openai", "gpt-4o", plain, tokens(1000, 100), 3_500_000n, "priced"],
    [
      "cached tokens once, at their own price",
      "openai",
      "gpt-4o",
      plain,
      tokens(1000, 0, { cachedTokens: 400 }),
      2_000_000n,
      "priced",
    ],
    [
      "cached tokens that exceed the prompt only as the prompt",
      "openai",
      "gpt-4o",
      plain,
      tokens(1000, 0, { cachedTokens: 4000 }),
      1_250_000n,
      "priced",
    ],
    [
      "reasoning tokens once, within the completion",
      "openai",
      "gpt-4o",
      plain,
      tokens(0, 100, { reasoningTokens: 60 }),
      1_000_000n,
      "priced",
    ],
    ["a prompt up to the tier at the base price", "openai", "gpt-5.4", plain, tokens(271_999), 679_997_500n, "priced"],
    [
      "a longer prompt wholly at the tier's price",
      "openai",
      "gpt-5.4",
      plain,
      tokens(272_000),
      1_360_000_000n,
      "priced",
    ],
    ["an unknown model", "openai", "no-such-model", plain, tokens(1000, 100), 0n, "unpriced"],
    ["an unknown provider", "no-such-provider", "gpt-4o", plain, tokens(1000, 100), 0n, "unpriced"],
    ["an absurdly long name", "openai", "gpt-4o".repeat(1000), plain, tokens(1000, 100), 0n, "unpriced"],
    ["tokens of a kind without a price", "openai", "whisper-1", plain, tokens(1000, 0), 0n, "unpriced"],
    [
      "a price of one's own for both sides",
      "x",
      "y",
      entry({ input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 }),
      tokens(10, 5),
      20_000n,
      "priced",
    ],
    [
      "half a nano-dollar rounded up",
      "x",
      "y",
      entry({ input_cost_per_token: 5e-10, output_cost_per_token: 0 }),
      tokens(1),
      1n,
      "priced",
    ],
    [
      "less than half rounded down, once for the call",
      "x",
      "y",
      entry({ input_cost_per_token: 4e-10, output_cost_per_token: 0 }),
      tokens(3),
      1n,
      "priced",
    ],
    [
      "a price of zero as free",
      "openai",
      "gpt-4o",
      entry({ input_cost_per_token: 0, output_cost_per_token: 0 }),
      tokens(1000, 100),
      0n,
      "free",
    ],
    [
      "gateway_params before model_info",
      "x",
      "y",
      entry({ input_cost_per_token: 1e-6 }, { input_cost_per_token: 9e-6 }),
      tokens(10),
      10_000n,
      "priced",
    ],
    [
      "model_info where gateway_params say nothing",
      "x",
      "y",
      entry({}, { input_cost_per_token: 9e-6 }),
      tokens(10),
      90_000n,
      "priced",
    ],
    [
      "an unknown completion price as unpriced",
      "x",
      "y",
      entry({ input_cost_per_token: 1e-6 }),
      tokens(10, 1),
      0n,
      "unpriced",
    ],
    [
      "one side overridden, the other listed",
      "openai",
      "gpt-4o",
      entry({ input_cost_per_token: 1e-6 }),
      tokens(10, 1),
      20_000n,
      "priced",
    ],
    [
      "cached tokens of an overridden prompt price in full",
      "openai",
      "gpt-4o",
      entry({ input_cost_per_token: 1e-6 }),
      tokens(10, 0, { cachedTokens: 10 }),
      10_000n,
      "priced",
    ],
    [
      "an overridden cache price",
      "openai",
      "gpt-4o",
      entry({ cache_read_input_token_cost: 1e-7 }),
      tokens(10, 0, { cachedTokens: 10 }),
      1_000n,
      "priced",
    ],
    [
      "tokens written to the cache",
      "x",
      "y",
      entry({ input_cost_per_token: 1e-6, cache_creation_input_token_cost: 2e-6 }),
      tokens(10, 0, { cacheWriteTokens: 4 }),
      14_000n,
      "priced",
    ],
    [
      "tokens kept in the cache for an hour",
      "x",
      "y",
      entry({
        input_cost_per_token: 1e-6,
        cache_creation_input_token_cost: 2e-6,
        cache_creation_input_token_cost_above_1hr: 3e-6,
      }),
      tokens(10, 0, { cacheWriteTokens: 4, cacheWriteHourTokens: 1 }),
      15_000n,
      "priced",
    ],
    [
      "listed cache writes, for an hour too",
      "anthropic",
      "claude-sonnet-4-5",
      plain,
      tokens(1000, 0, { cachedTokens: 400, cacheWriteTokens: 300, cacheWriteHourTokens: 100 }),
      900_000n + 120_000n + 750_000n + 600_000n,
      "priced",
    ],
    [
      "audio tokens, cached ones once",
      "openai",
      "gpt-4o-realtime-preview",
      plain,
      tokens(100, 50, { promptAudioTokens: 60, cachedTokens: 30, cachedAudioTokens: 20, completionAudioTokens: 40 }),
      30n * 5000n + 40n * 40_000n + 30n * 2500n + 10n * 20_000n + 40n * 80_000n,
      "priced",
    ],
    [
      "audio tokens without a price of their own as text",
      "openai",
      "gpt-4o",
      plain,
      tokens(100, 0, { promptAudioTokens: 60 }),
      250_000n,
      "priced",
    ],
    [
      "image tokens",
      "openai",
      "gpt-image-1.5",
      plain,
      tokens(100, 50, { promptImageTokens: 60, completionImageTokens: 50, images: 1 }),
      40n * 5000n + 60n * 8000n + 50n * 32_000n,
      "priced",
    ],
    [
      "images by number",
      "x",
      "y",
      entry({ output_cost_per_image: 0.04 }),
      tokens(0, 0, { images: 3 }),
      120_000_000n,
      "priced",
    ],
    ["images without any price as unpriced", "openai", "gpt-4o", plain, tokens(0, 0, { images: 3 }), 0n, "unpriced"],
    ["audio by listed time", "openai", "whisper-1", plain, tokens(0, 0, { audioSeconds: 90 }), 9_000_000n, "priced"],
    [
      "audio by time of one's own",
      "x",
      "y",
      entry({ input_cost_per_second: 0.0001 }),
      tokens(0, 0, { audioSeconds: 90 }),
      9_000_000n,
      "priced",
    ],
    [
      "spoken characters",
      "x",
      "y",
      entry({ input_cost_per_character: 0.000015 }),
      tokens(0, 0, { characters: 1000 }),
      15_000_000n,
      "priced",
    ],
    ["the call itself", "x", "y", entry({ input_cost_per_request: 0.002 }), tokens(0), 2_000_000n, "priced"],
    [
      "the call itself beside its tokens",
      "openai",
      "gpt-4o",
      entry({ input_cost_per_request: 0.002 }),
      tokens(1000, 100),
      5_500_000n,
      "priced",
    ],
    [
      "reasoning at a price of its own",
      "x",
      "y",
      entry({ output_cost_per_token: 2e-6, output_cost_per_reasoning_token: 3e-6 }),
      tokens(0, 10, { reasoningTokens: 4 }),
      24_000n,
      "priced",
    ],
    [
      "a prompt of exactly 200k tokens at the base price",
      "x",
      "y",
      entry({ input_cost_per_token: 1e-6, input_cost_per_token_above_200k_tokens: 2e-6 }),
      tokens(200_000),
      200_000_000n,
      "priced",
    ],
    [
      "the whole of a longer prompt, and its completion, at the tier's",
      "x",
      "y",
      entry({
        input_cost_per_token: 1e-6,
        input_cost_per_token_above_200k_tokens: 2e-6,
        output_cost_per_token: 3e-6,
        output_cost_per_token_above_200k_tokens: 5e-6,
      }),
      tokens(200_001, 10),
      400_052_000n,
      "priced",
    ],
    [
      "the highest tier that is reached",
      "x",
      "y",
      entry({
        input_cost_per_token: 1e-6,
        input_cost_per_token_above_128k_tokens: 2e-6,
        input_cost_per_token_above_272k_tokens: 4e-6,
      }),
      tokens(272_001),
      1_088_004_000n,
      "priced",
    ],
    ["no tokens of an unknown model as unpriced", "x", "y", plain, tokens(0), 0n, "unpriced"],
  ])("charges %s", (_what, provider, model, modelEntry, billable, nano, state) => {
    const price = priceCall({ provider, model, at, units: billable }, modelEntry);
    expect({ nano: price.spendNano, state: price.state }).toEqual({ nano, state });
    expect(price.version === null).toBe(state === "unpriced");
  });

  it("names on each row where the price is from", () => {
    const version = (modelEntry: ModelEntry): string | null =>
      priceCall({ provider: "openai", model: "gpt-4o", at, units: tokens(1) }, modelEntry).version;
    const whole = version(entry({ input_cost_per_token: 1, output_cost_per_token: 1 }));
    expect(version(plain)).toBe(PRICE_LIST);
    expect(whole).toMatch(/^config:[0-9a-f]{8}$/);
    expect(version(entry({ input_cost_per_token: 1, output_cost_per_token: 2 }))).not.toBe(whole);
    expect(version(entry({ input_cost_per_token: 1 }))).toMatch(/^config:[0-9a-f]{8}\+genai-prices@/);
    const lock: unknown = JSON.parse(readFileSync("package.json", "utf8"));
    expect(lock).toMatchObject({ dependencies: { "@pydantic/genai-prices": PRICE_LIST.split("@")[1] } });
  });

  it("takes the price in force on the day of the call", () => {
    const dated = findProvider({ providerId: "openai" })
      ?.models.concat(findProvider({ providerId: "mistral" })?.models ?? [])
      .find(
        (model) => Array.isArray(model.prices) && model.prices.some((price) => price.constraint?.type === "start_date"),
      );
    expect(dated).toBeDefined();
    const provider = findProvider({ providerId: "openai" })?.models.includes(dated!) ? "openai" : "mistral";
    const costs = ["2000-01-01", "2026-11-01"].map(
      (day) =>
        priceCall({ provider, model: dated!.id, at: Date.parse(day), units: tokens(1_000_000) }, plain).spendNano,
    );
    expect(costs[0]).not.toBe(costs[1]);
  });

  it("agrees with the list's own arithmetic to a nano-dollar, on every listed model with token prices", () => {
    const providers = [
      "openai",
      "anthropic",
      "google",
      "groq",
      "mistral",
      "deepseek",
      "x-ai",
      "perplexity",
      "azure",
      "together",
    ];
    const models = providers.flatMap((provider) => listPricedModels(provider).map((model) => ({ provider, model })));
    expect(models.length).toBeGreaterThan(300);
    fc.assert(
      fc.property(
        fc.constantFrom(...models),
        fc.nat(1_000_000),
        fc.nat(100_000),
        fc.nat(1000),
        ({ provider, model }, prompt, completion, part) => {
          const cached = Math.floor((prompt * part) / 1000);
          const reasoning = Math.floor((completion * part) / 1000);
          const theirs = calcPrice(
            {
              input_tokens: prompt,
              cache_read_tokens: cached,
              output_tokens: completion,
              output_reasoning_tokens: reasoning,
            },
            model,
            { providerId: provider, timestamp: new Date(at) },
          );
          const ours = priceCall(
            {
              provider,
              model,
              at,
              units: tokens(prompt, completion, { cachedTokens: cached, reasoningTokens: reasoning }),
            },
            plain,
          );
          if (ours.state === "unpriced") return; // the library counts a kind it has no price for as 0
          expect(Math.abs(Number(ours.spendNano) - (theirs?.total_price ?? Number.NaN) * 1e9)).toBeLessThan(1);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it("knows which models are priced", () => {
  expect(isPriced("openai", "gpt-4o", plain)).toBe(true);
  expect(isPriced("openai", "no-such-model", plain)).toBe(false);
  expect(isPriced("x", "y", entry({ input_cost_per_token: 0 }))).toBe(true);
});

it("lists a provider's priced models by the gateway's name of it", () => {
  expect(listPricedModels("openai")).toContain("gpt-4o");
  expect(listPricedModels("gemini").some((model) => model.startsWith("gemini"))).toBe(true);
  expect(listPricedModels("fireworks_ai")).toEqual(listPricedModels("fireworks"));
  expect(listPricedModels("fireworks_ai").length).toBeGreaterThan(0);
  expect(listPricedModels("no-such-provider")).toEqual([]);
});
