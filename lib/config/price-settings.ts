import { z } from "zod";
import { CONTEXT_TIERS, PRICE_NAMES, type PriceName, PRICES, TIERED_PRICES } from "./prices/price-names";

/** What to do with calls of a model that has no price. */
export const unpricedPolicy = z.enum(["allow", "warn", "refuse"]);

const dollars = z.number().finite().nonnegative();

/** `PRICES` as the fields of a schema. */
export const priceSettings = Object.fromEntries(
  PRICE_NAMES.map((name) => [name, dollars.optional().describe(PRICES[name])]),
) as { readonly [Name in PriceName]: z.ZodOptional<typeof dollars> };

export const priceObject = z.strictObject(priceSettings);
/** The prices of one model by name, in dollars per unit. */
export type PriceSettings = z.infer<typeof priceObject>;

/** Finds a price for long prompts that has no base price, so that prompts below its tier would have no price. */
export function tierWithoutBase(
  prices: PriceSettings,
): { readonly tier: PriceName; readonly base: PriceName } | undefined {
  for (const base of TIERED_PRICES) {
    if (prices[base] !== undefined) continue;
    const tier = CONTEXT_TIERS.map(([label]): PriceName => `${base}_above_${label}_tokens`).find(
      (name) => prices[name] !== undefined,
    );
    if (tier) return { tier, base };
  }
  return undefined;
}
