import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { PRICE_NAMES } from "@/lib/config/prices/price-names";
import { tierWithoutBase, type PriceSettings } from "@/lib/config/price-settings";
import { pricesOfTable, tableOfPrices } from "./custom-prices";
import { NO_PRICES, PriceCatalog } from "./price-catalog";
import { PRICE_LIST, pricesOfEntry } from "./price";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const shown = (model: string, more: object = {}, catalog = NO_PRICES) => {
  const entry: ModelEntry = { model_name: "m", gateway_params: { model, ...more } };
  return pricesOfEntry(entry, catalog, NOW);
};

test("a table of prices is shown as the settings that it was made of", () => {
  const dollars = fc.integer({ min: 0, max: 1_000_000 }).map((micros) => Number(`${micros}e-9`));
  const settings = fc
    .record(Object.fromEntries(PRICE_NAMES.map((name) => [name, dollars])), { requiredKeys: [] })
    .filter((prices) => Object.keys(prices).length > 0 && tierWithoutBase(prices) === undefined);
  fc.assert(
    fc.property(settings, (prices: PriceSettings) => {
      const table = tableOfPrices(prices, "v");
      expect(table && pricesOfTable(table)).toEqual(prices);
    }),
  );
});

test("an entry shows its own prices, then those added at run time, then those of the bundled list", () => {
  expect(shown("openai/gpt-4o")).toMatchObject({
    prices: { input_cost_per_token: 0.0000025, output_cost_per_token: 0.00001 },
    version: PRICE_LIST,
  });
  const added = new PriceCatalog([
    { id: "p1", provider: "acme", model: "*", prices: { input_cost_per_token: 0.000001 }, effectiveFrom: 0 },
  ]);
  expect(shown("acme/m", {}, added)).toEqual({ prices: { input_cost_per_token: 0.000001 }, version: "p1" });
  expect(shown("acme/m", { input_cost_per_token: 0.000002, output_cost_per_token: 0 }, added)).toMatchObject({
    prices: { input_cost_per_token: 0.000002, output_cost_per_token: 0 },
    version: expect.stringMatching(/^config:/),
  });
  expect(shown("acme/m")).toBeUndefined();
});

test("a pattern shows only the prices of its own, because each of its models has another", () => {
  expect(shown("openai/*")).toBeUndefined();
  expect(shown("openai/gpt-4*")).toBeUndefined();
  expect(shown("openai/*", { input_cost_per_request: 0.01 })?.prices).toEqual({ input_cost_per_request: 0.01 });
});
