import { expect, test } from "vitest";
import { entryPrice } from "./entry-price";

const TOKENS = { input_cost_per_token: 0.00000015, output_cost_per_token: 0.0000006 };

test.each([
  ["rates of tokens", TOKENS, "$0.15 in · $0.60 out", "1M tokens"],
  ["one rate of tokens", { output_cost_per_token: 0.00001 }, "$10.00 out", "1M tokens"],
  ["another rate", { output_cost_per_image: 0.04 }, "$0.040 / image", ""],
  ["tokens that cost nothing", { input_cost_per_token: 0, output_cost_per_token: 0 }, "Free", ""],
])("an entry shows %s in the unit that people know", (_, prices, short, unit) => {
  expect(entryPrice({ prices, price_version: "config:1", priced: true })).toMatchObject({ short, unit });
});

test("every rate is listed, with where it comes from", () => {
  const prices = { ...TOKENS, cache_read_input_token_cost: 0.000000075 };
  expect(entryPrice({ prices, price_version: "config:1+genai-prices@0.1.8", priced: true })).toMatchObject({
    rates: [
      { label: "Input", amount: "$0.15 / 1M tokens" },
      { label: "Output", amount: "$0.60 / 1M tokens" },
      { label: "Cache read", amount: "$0.075 / 1M tokens" },
    ],
    from: "The entry's own, then The bundled list",
  });
  expect(entryPrice({ prices, price_version: "price_7", priced: true })?.from).toBe("Added under Prices");
});

test("a pattern has the prices of its models, and an entry without any has none", () => {
  expect(entryPrice({ prices: null, price_version: null, priced: true })?.short).toBe("By model");
  expect(entryPrice({ prices: null, price_version: null, priced: false })).toBeUndefined();
});
