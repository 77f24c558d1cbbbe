import { calcPrice, findProvider } from "@pydantic/genai-prices";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { OTHER_UNIT_CASES } from "./other-units.cases";
import { entryWith, plainEntry, PRICE_CASES, tokens } from "./price.cases";
import { isPriced, largestInput, listPricedModels, PRICE_LIST, priceCall } from "./price";
import { PriceCatalog } from "./price-catalog";

const at = Date.parse("2026-06-01T12:00:00Z");

test.each([...PRICE_CASES, ...OTHER_UNIT_CASES])(
  "a call is charged: %s",
  (_what, provider, model, modelEntry, billable, nano, state) => {
    const price = priceCall({ provider, model, at, units: billable }, modelEntry);
    expect({ nano: price.spendNano, state: price.state }).toEqual({ nano, state });
    expect(price.version === null).toBe(state === "unpriced");
  },
);

test("each row names where its price is from", () => {
  const version = (modelEntry: ModelEntry): string | null =>
    priceCall({ provider: "openai", model: "gpt-4o", at, units: tokens(1) }, modelEntry).version;
  const whole = version(entryWith({ input_cost_per_token: 1, output_cost_per_token: 1 }));
  expect(version(plainEntry)).toBe(PRICE_LIST);
  expect(whole).toMatch(/^config:[0-9a-f]{8}$/);
  expect(version(entryWith({ input_cost_per_token: 1, output_cost_per_token: 2 }))).not.toBe(whole);
  expect(version(entryWith({ input_cost_per_token: 1 }))).toMatch(/^config:[0-9a-f]{8}\+genai-prices@/);
  const lock: unknown = JSON.parse(readFileSync("package.json", "utf8"));
  expect(lock).toMatchObject({ dependencies: { "@pydantic/genai-prices": PRICE_LIST.split("@")[1] } });
});

test("the price in force on the day of the call is charged", () => {
  const dated = findProvider({ providerId: "openai" })
    ?.models.concat(findProvider({ providerId: "mistral" })?.models ?? [])
    .find(
      (model) => Array.isArray(model.prices) && model.prices.some((price) => price.constraint?.type === "start_date"),
    );
  expect(dated).toBeDefined();
  const provider = findProvider({ providerId: "openai" })?.models.includes(dated!) ? "openai" : "mistral";
  const costs = ["2000-01-01", "2026-11-01"].map(
    (day) =>
      priceCall({ provider, model: dated!.id, at: Date.parse(day), units: tokens(1_000_000) }, plainEntry).spendNano,
  );
  expect(costs[0]).not.toBe(costs[1]);
});

test("prices agree with the list's own arithmetic to a nano-dollar, for every listed model with token prices", () => {
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
          plainEntry,
        );
        if (ours.state === "unpriced") return; // The library counts a kind without a price as 0.
        expect(Math.abs(Number(ours.spendNano) - (theirs?.total_price ?? Number.NaN) * 1e9)).toBeLessThan(1);
      },
    ),
    { numRuns: 2000 },
  );
});

test("a model with any price counts as priced, a price of zero included", () => {
  expect(isPriced("openai", "gpt-4o", plainEntry)).toBe(true);
  expect(isPriced("openai", "no-such-model", plainEntry)).toBe(false);
  expect(isPriced("x", "y", entryWith({ input_cost_per_token: 0 }))).toBe(true);
});

test("a provider's priced models are listed under the gateway's name of the provider", () => {
  expect(listPricedModels("openai")).toContain("gpt-4o");
  expect(listPricedModels("gemini").some((model) => model.startsWith("gemini"))).toBe(true);
  expect(listPricedModels("fireworks_ai")).toEqual(listPricedModels("fireworks"));
  expect(listPricedModels("fireworks_ai").length).toBeGreaterThan(0);
  expect(listPricedModels("no-such-provider")).toEqual([]);
});

test.each([
  ["azure/gpt-4o", "azure", "gpt-4o"],
  ["gpt-4o", "azure", "gpt-4o"],
  ["anthropic/claude-opus-4-5", "anthropic", "claude-opus-4-5"],
])("an entry whose base_model is %s has the prices and the context of %s's %s", (baseModel, provider, model) => {
  const entry = { ...plainEntry, model_info: { base_model: baseModel } };
  const called = { provider: "azure", model: "ours-in-sweden", at, units: tokens(1000, 10) };
  expect(priceCall(called, plainEntry).state).toBe("unpriced");
  expect(priceCall(called, entry)).toEqual(priceCall({ ...called, provider, model }, plainEntry));
  expect(largestInput(called, entry)).toBe(largestInput({ provider, model }, plainEntry));
});
test("a price added for the upstream's own name counts before one for its base_model", () => {
  const entry = { ...plainEntry, model_info: { base_model: "azure/gpt-4o" } };
  const added = (model: string, dollars: number) => ({
    id: model,
    provider: "azure",
    model,
    effectiveFrom: 0,
    prices: { input_cost_per_token: dollars, output_cost_per_token: dollars },
  });
  const spent = (...prices: ReturnType<typeof added>[]): bigint =>
    priceCall({ provider: "azure", model: "ours", at, units: tokens(1) }, entry, new PriceCatalog(prices)).spendNano;
  expect(spent(added("gpt-4o", 2))).toBe(2_000_000_000n);
  expect(spent(added("gpt-4o", 2), added("ours", 3))).toBe(3_000_000_000n);
});
