import { expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import type { PriceSettings } from "@/lib/config/price-settings";
import { findPrices } from "./price";
import { NO_PRICES, PriceCatalog } from "./price-catalog";
import { checkPriced } from "./unpriced";

type Policy = "allow" | "warn" | "refuse";

function outcome(options: {
  general: Policy;
  own?: Policy;
  prices?: PriceSettings;
  route?: string;
  catalog?: PriceCatalog;
}): string {
  const entry: ModelEntry = {
    model_name: "m",
    gateway_params: { model: "x/y", ...options.prices },
    model_info: { unpriced: options.own },
  };
  const price = findPrices({ provider: "x", model: "y", at: 1 }, entry, options.catalog ?? NO_PRICES);
  return checkPriced(options.route ?? "/chat/completions", price, entry, { unpriced: options.general });
}
const refused = "refuse";
const both = { input_cost_per_token: 0, output_cost_per_token: 0 };

test.each<[what: string, options: Parameters<typeof outcome>[0], expected: string]>([
  ["an unpriced model may be called by default", { general: "allow" }, "proceed"],
  ["an unpriced model is let through with a warning if the settings say so", { general: "warn" }, "warn"],
  ["an unpriced model is refused if the settings say so", { general: "refuse" }, refused],
  [
    "the model's own setting allows it although the general one refuses",
    { general: "refuse", own: "allow" },
    "proceed",
  ],
  ["the model's own setting refuses it although the general one allows", { general: "allow", own: "refuse" }, refused],
  ["a priced model may be called", { general: "refuse", prices: both }, "proceed"],
  [
    "a price of zero is a price",
    { general: "refuse", prices: { input_cost_per_token: 0, output_cost_per_token: 0 } },
    "proceed",
  ],
  [
    "a prompt price alone leaves the calls of a chat unpriced",
    { general: "refuse", prices: { input_cost_per_token: 1 } },
    refused,
  ],
  [
    "a prompt price alone is enough for embeddings",
    { general: "refuse", prices: { input_cost_per_token: 1 }, route: "/embeddings" },
    "proceed",
  ],
  ["a price per call is a price", { general: "refuse", prices: { input_cost_per_request: 1 } }, "proceed"],
  [
    "a price per call with only one of two token prices is not enough",
    { general: "refuse", prices: { input_cost_per_request: 1, input_cost_per_token: 1 } },
    refused,
  ],
  [
    "a price per image is enough for images",
    { general: "refuse", prices: { output_cost_per_image: 1 }, route: "/images/generations" },
    "proceed",
  ],
  ["a price per image is not enough for a chat", { general: "refuse", prices: { output_cost_per_image: 1 } }, refused],
  [
    "a transcription is priced by the second",
    { general: "refuse", prices: { input_cost_per_second: 1 }, route: "/audio/transcriptions" },
    "proceed",
  ],
  [
    "speech is priced by the character",
    { general: "refuse", prices: { input_cost_per_character: 1 }, route: "/audio/speech" },
    "proceed",
  ],
  ["counting tokens costs nothing", { general: "refuse", route: "/messages/count_tokens" }, "proceed"],
  [
    "a price added at run time counts",
    {
      general: "refuse",
      catalog: new PriceCatalog([{ id: "p", provider: "*", model: "y", prices: both, effectiveFrom: 0 }]),
    },
    "proceed",
  ],
  [
    "a price added at run time does not count before it begins",
    {
      general: "refuse",
      catalog: new PriceCatalog([{ id: "p", provider: "*", model: "y", prices: both, effectiveFrom: 2 }]),
    },
    refused,
  ],
])("%s", (_what, options, expected) => {
  expect(outcome(options)).toBe(expected);
});
