import { expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { NO_USAGE } from "@/lib/usage";
import { findPrices, isPriced, priceCall, priceEndedCall } from "./price";
import { NO_PRICES, PriceCatalog, type DatedPrice } from "./price-catalog";

const DAY = 86_400_000;
const plain: ModelEntry = { model_name: "m", gateway_params: { model: "openai/m" } };

function price(id: string, provider: string, model: string, effectiveFrom = 0, cost = 1e-6): DatedPrice {
  return { id, provider, model, effectiveFrom, prices: { input_cost_per_token: cost, output_cost_per_token: cost } };
}

test.each<[what: string, prices: DatedPrice[], model: string, at: number, id: string | undefined]>([
  ["nothing if no price matches", [price("a", "openai", "other")], "gpt", DAY, undefined],
  ["nothing if the price is another provider's", [price("a", "azure", "gpt")], "gpt", DAY, undefined],
  ["an exact name", [price("a", "openai", "gpt")], "gpt", DAY, "a"],
  ["a pattern", [price("a", "openai", "g*")], "gpt", DAY, "a"],
  ["the exact name before a pattern", [price("a", "openai", "g*"), price("b", "openai", "gpt")], "gpt", DAY, "b"],
  ["the longer pattern", [price("a", "openai", "gp*"), price("b", "openai", "*")], "gpt", DAY, "a"],
  ["the exact model before the exact provider", [price("a", "openai", "*"), price("b", "*", "gpt")], "gpt", DAY, "b"],
  [
    "the provider's own price of a model before any provider's",
    [price("a", "*", "gpt"), price("b", "openai", "gpt")],
    "gpt",
    DAY,
    "b",
  ],
  [
    "the one that began last",
    [price("a", "openai", "gpt", 1), price("b", "openai", "gpt", DAY), price("c", "openai", "gpt", 2 * DAY)],
    "gpt",
    DAY,
    "b",
  ],
  [
    "the one in force a moment before the next",
    [price("a", "openai", "gpt", 1), price("b", "openai", "gpt", DAY)],
    "gpt",
    DAY - 1,
    "a",
  ],
  ["nothing before the first price begins", [price("a", "openai", "gpt", DAY)], "gpt", DAY - 1, undefined],
  [
    "a pattern until the exact one begins",
    [price("a", "openai", "*"), price("b", "openai", "gpt", DAY)],
    "gpt",
    DAY - 1,
    "a",
  ],
])("the catalogue finds: %s", (_what, prices, model, at, id) => {
  const forwards = new PriceCatalog(prices);
  const backwards = new PriceCatalog([...prices].reverse());
  expect([forwards.find("openai", model, at)?.version, backwards.find("openai", model, at)?.version]).toEqual([id, id]);
});

test("the catalogue remembers a bounded number of names and still answers correctly", () => {
  const catalog = new PriceCatalog([price("a", "openai", "m-*")]);
  for (let index = 0; index < 10_000; index++) expect(catalog.find("openai", `m-${index}`, 1)?.version).toBe("a");
  expect(catalog.find("openai", "x", 1)).toBeUndefined();
});

test("an entry's own price takes precedence over one added at run time, and that over the list's", () => {
  const own: ModelEntry = {
    model_name: "m",
    gateway_params: { model: "openai/gpt-4o", input_cost_per_token: 5e-6, output_cost_per_token: 5e-6 },
  };
  const catalog = new PriceCatalog([price("price_1", "openai", "gpt-4o")]);
  const cost = (entry: ModelEntry | undefined, prices: PriceCatalog): [bigint, string | null] => {
    const { spendNano, version } = priceCall(
      { provider: "openai", model: "gpt-4o", at: DAY, units: { ...NO_USAGE, promptTokens: 1000 } },
      entry,
      prices,
    );
    return [spendNano, version?.split(":")[0] ?? null];
  };
  expect(cost(own, catalog)).toEqual([5_000_000n, "config"]);
  expect(cost(plain, catalog)).toEqual([1_000_000n, "price_1"]);
  expect(cost(undefined, catalog)).toEqual([1_000_000n, "price_1"]);
  expect(cost(plain, NO_PRICES)).toEqual([2_500_000n, "genai-prices@0.1.8"]);
});

test("a price for one side leaves the other to the list, and the version says so", () => {
  const catalog = new PriceCatalog([
    { ...price("price_1", "openai", "gpt-4o"), prices: { output_cost_per_token: 1e-6 } },
  ]);
  const found = findPrices({ provider: "openai", model: "gpt-4o", at: DAY }, plain, catalog);
  expect(found?.version).toBe("price_1+genai-prices@0.1.8");
  expect(found?.rates.input?.base).toBe(2_500_000n);
});

test("a price per image replaces the list's token prices", () => {
  const catalog = new PriceCatalog([
    { ...price("price_1", "openai", "gpt-image-1"), prices: { output_cost_per_image: 0.04 } },
  ]);
  const units = { ...NO_USAGE, promptTokens: 50, completionTokens: 4000, images: 2 };
  expect(priceCall({ provider: "openai", model: "gpt-image-1", at: DAY, units }, plain, catalog)).toMatchObject({
    spendNano: 80_000_000n,
    state: "priced",
  });
});

test("a model counts as priced only once its price has begun", () => {
  const catalog = new PriceCatalog([price("a", "x", "y", DAY)]);
  expect([DAY - 1, DAY].map((at) => isPriced("x", "y", plain, catalog, at))).toEqual([false, true]);
});

test("a call that was refused before any token is free, whatever its model costs per call", () => {
  const catalog = new PriceCatalog([{ ...price("a", "x", "y"), prices: { input_cost_per_request: 1 } }]);
  const call = { provider: "x", model: "y", at: DAY, units: NO_USAGE };
  expect(priceEndedCall({ ...call, status: "error" }, plain, catalog)).toEqual({
    spendNano: 0n,
    state: "free",
    version: null,
  });
  expect(priceEndedCall({ ...call, status: "success" }, plain, catalog).spendNano).toBe(1_000_000_000n);
});
