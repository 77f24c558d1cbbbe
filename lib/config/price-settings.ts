import { z } from "zod";
import { CONTEXT_TIERS, PRICE_NAMES, type PriceName, PRICES, TIERED_PRICES } from "./prices/price-names";

/** What to do with calls of a model that has no price. */
export const unpricedPolicy = z.enum(["allow", "warn", "refuse"]);

const dollars = z.number().finite().nonnegative();

/** `PRICES` as the fields of a schema. */
export const priceSettings = Object.fromEntries(
  PRICE_NAMES.map((name) => [name, dollars.optional().describe(PRICES[name])]),
) as { readonly [Name in PriceName]: z.ZodOptional<typeof dollars> };

/** The prices of a search by the size of context that a call asks for, in dollars. */
const searchPrices = z.strictObject({
  search_context_size_low: dollars.optional(),
  search_context_size_medium: dollars,
  search_context_size_high: dollars.optional(),
});
export type SearchPrices = z.infer<typeof searchPrices>;

/** The prices of an entry of `model_list`, where that of a search may differ by the size of its context. */
export const entryPriceSettings = {
  ...priceSettings,
  search_context_cost_per_query: z
    .union([dollars, searchPrices])
    .optional()
    .describe(
      "Dollars per search of the web that the provider makes for an answer. Or an object with `search_context_size_low`, `search_context_size_medium` and `search_context_size_high`: the price by the size of context that the call asks for, which is medium unless it says so.",
    ),
};

export const priceObject = z.strictObject(priceSettings);
/** The prices of one model by name, in dollars per unit. */
export type PriceSettings = z.infer<typeof priceObject>;

/** The price of which each price for long prompts is the tier. */
const BASES: ReadonlyMap<string, PriceName> = new Map(
  TIERED_PRICES.flatMap((base) => CONTEXT_TIERS.map(([label]) => [`${base}_above_${label}_tokens`, base] as const)),
);

/**
 * Finds a price for long prompts that has no base price, so that prompts below its tier would have no price. It goes
 * through the prices that there are, because few of the thousands of entries of a list have any.
 */
export function tierWithoutBase(prices: { readonly [Name in PriceName]?: unknown }):
  | { readonly tier: PriceName; readonly base: PriceName }
  | undefined {
  const given = Object.keys(prices) as PriceName[];
  for (const tier of given) {
    const base = BASES.get(tier);
    if (base !== undefined && prices[tier] !== undefined && prices[base] === undefined) return { tier, base };
  }
  return undefined;
}
