import { crc32 } from "node:zlib";
import { CONTEXT_TIERS, PRICE_NAMES, TIERED_PRICES, type PriceName } from "@/lib/config/prices/price-names";
import type { PriceSettings, SearchPrices } from "@/lib/config/price-settings";
import { decimalUnits } from "./money";
import type { ChargeKind, PriceTable, Rate } from "./price-table";

/** The kind of unit that each price setting charges for. */
const KINDS: readonly (readonly [PriceName, ChargeKind])[] = [
  ["input_cost_per_token", "input"],
  ["output_cost_per_token", "output"],
  ["cache_read_input_token_cost", "cache_read"],
  ["cache_creation_input_token_cost", "cache_write"],
  ["cache_creation_input_token_cost_above_1hr", "cache_write_hour"],
  ["output_cost_per_reasoning_token", "reasoning"],
  ["input_cost_per_audio_token", "input_audio"],
  ["cache_read_input_audio_token_cost", "cache_read_audio"],
  ["output_cost_per_audio_token", "output_audio"],
  ["input_cost_per_image_token", "input_image"],
  ["output_cost_per_image_token", "output_image"],
  ["output_cost_per_image", "image"],
  ["input_cost_per_second", "audio_second"],
  ["input_cost_per_character", "character"],
  ["input_cost_per_query", "search_unit"],
  ["search_context_cost_per_query", "web_search"],
  ["input_cost_per_request", "request"],
];

/** Catalogue rates to discard when a custom prompt price is set. */
const PROMPT_KINDS: readonly ChargeKind[] = [
  "input",
  "cache_read",
  "cache_write",
  "cache_write_hour",
  "input_audio",
  "cache_read_audio",
  "input_image",
];
const COMPLETION_KINDS: readonly ChargeKind[] = ["output", "reasoning", "output_audio", "output_image"];
const TOKEN_KINDS: readonly ChargeKind[] = [...PROMPT_KINDS, ...COMPLETION_KINDS];
/** Prices per image, second, character or query, which cover the whole call. */
const WHOLE_KINDS: readonly ChargeKind[] = ["image", "audio_second", "character", "search_unit"];

/**
 * A table from prices in dollars per unit; undefined if no price is given. A price for long prompts needs its base
 * price.
 */
export function tableOfPrices(prices: PriceSettings, version: string, searches?: SearchPrices): PriceTable | undefined {
  if (PRICE_NAMES.every((name) => prices[name] === undefined)) return undefined;
  const rates: Partial<Record<ChargeKind, Rate>> = {};
  for (const [name, kind] of KINDS) {
    const price = prices[name];
    if (price !== undefined) rates[kind] = { base: decimalUnits(price, 12), tiers: tiersOf(prices, name) };
  }
  return { rates, ...(searches && { searches: searchRates(searches) }), version };
}

function searchRates({ search_context_size_low: low, search_context_size_high: high }: SearchPrices) {
  const rate = (price: number): Rate => ({ base: decimalUnits(price, 12), tiers: [] });
  return { ...(low !== undefined && { low: rate(low) }), ...(high !== undefined && { high: rate(high) }) };
}

/**
 * The inverse of `tableOfPrices`: dollars per unit by the names of settings. Tiers that no setting names are left out.
 */
export function pricesOfTable({ rates }: PriceTable): PriceSettings {
  const prices: PriceSettings = {};
  for (const [name, kind] of KINDS) {
    const rate = rates[kind];
    if (!rate) continue;
    prices[name] = dollarsOf(rate.base);
    const tiered = TIERED_PRICES.find((known) => known === name);
    for (const tier of tiered ? rate.tiers : []) {
      const [label] = CONTEXT_TIERS.find(([, above]) => above === tier.above) ?? [];
      if (tiered && label) prices[`${tiered}_above_${label}_tokens`] = dollarsOf(tier.rate);
    }
  }
  return prices;
}

function dollarsOf(pico: bigint): number {
  return Number(pico) / 1e12;
}

/** A fingerprint of prices, equal for equal prices. It is the version on rows priced by the configuration file. */
export function priceFingerprint(prices: PriceSettings, searches?: SearchPrices): string {
  const given = PRICE_NAMES.flatMap((name) => (prices[name] === undefined ? [] : [[name, prices[name] as unknown]]));
  if (searches) given.push(["searches", searches]);
  return crc32(JSON.stringify(given)).toString(16).padStart(8, "0");
}

function tiersOf(prices: PriceSettings, name: PriceName): Rate["tiers"] {
  const tiered = TIERED_PRICES.find((known) => known === name);
  if (!tiered) return [];
  return CONTEXT_TIERS.flatMap(([label, above]) => {
    const price = prices[`${tiered}_above_${label}_tokens`];
    return price === undefined ? [] : [{ above, rate: decimalUnits(price, 12) }];
  });
}

/**
 * Puts custom prices over those of a wider source. A custom prompt price discards the wider source's tiers, cache,
 * audio and image prices for the prompt, so that a self-hosted model's cached tokens are not charged at somebody else's
 * discount. A custom completion price does the same for the completion; with both, nothing of the wider source is left.
 * A price per image, second, character or query covers the whole call, so it discards the wider source's token prices.
 */
export function mergeTables(own: PriceTable | undefined, other: PriceTable | undefined): PriceTable | undefined {
  if (!own || !other) return own ?? other;
  const { rates } = own;
  if (rates.input && rates.output) return own;
  const dropped = WHOLE_KINDS.some((kind) => rates[kind])
    ? TOKEN_KINDS
    : [...(rates.input ? PROMPT_KINDS : []), ...(rates.output ? COMPLETION_KINDS : [])];
  const kept: PriceTable["rates"] = Object.fromEntries(
    Object.entries(other.rates).filter(([kind]) => !dropped.some((name) => name === kind)),
  );
  const { searches } = rates.web_search ? own : other;
  return { rates: { ...kept, ...rates }, ...(searches && { searches }), version: `${own.version}+${other.version}` };
}
