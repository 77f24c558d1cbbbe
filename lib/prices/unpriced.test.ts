import { expect, it } from "vitest";
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

it.each<[what: string, options: Parameters<typeof outcome>[0], expected: string]>([
  ["an unpriced model may be called by default", { general: "allow" }, "proceed"],
  ["or is let through with a warning", { general: "warn" }, "warn"],
  ["or is refused", { general: "refuse" }, refused],
  ["the model's own word counts first", { general: "refuse", own: "allow" }, "proceed"],
  ["in the other direction too", { general: "allow", own: "refuse" }, refused],
  ["a priced model may be called", { general: "refuse", prices: both }, "proceed"],
  [
    "a price of zero is a price",
    { general: "refuse", prices: { input_cost_per_token: 0, output_cost_per_token: 0 } },
    "proceed",
  ],
  ["half a price would leave its calls unpriced", { general: "refuse", prices: { input_cost_per_token: 1 } }, refused],
  [
    "which is enough for embeddings",
    { general: "refuse", prices: { input_cost_per_token: 1 }, route: "/embeddings" },
    "proceed",
  ],
  ["a price by the call is a price", { general: "refuse", prices: { input_cost_per_request: 1 } }, "proceed"],
  [
    "a price by the call beside half of a price by token is not",
    { general: "refuse", prices: { input_cost_per_request: 1, input_cost_per_token: 1 } },
    refused,
  ],
  [
    "images want a price by the image, or by tokens",
    { general: "refuse", prices: { output_cost_per_image: 1 }, route: "/images/generations" },
    "proceed",
  ],
  ["and a chat is no image", { general: "refuse", prices: { output_cost_per_image: 1 } }, refused],
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
    "a price that was added at run time counts",
    {
      general: "refuse",
      catalog: new PriceCatalog([{ id: "p", provider: "*", model: "y", prices: both, effectiveFrom: 0 }]),
    },
    "proceed",
  ],
  [
    "but not before it begins",
    {
      general: "refuse",
      catalog: new PriceCatalog([{ id: "p", provider: "*", model: "y", prices: both, effectiveFrom: 2 }]),
    },
    refused,
  ],
])("%s", (_what, options, expected) => {
  expect(outcome(options)).toBe(expected);
});
