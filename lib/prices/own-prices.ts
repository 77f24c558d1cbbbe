import { crc32 } from "node:zlib";
import {
  CONTEXT_TIERS,
  PRICE_NAMES,
  TIERED_PRICES,
  type PriceName,
  type PriceSettings,
} from "@/lib/config/price-settings";
import { decimalUnits } from "./money";
import type { ChargeKind, PriceTable, Rate } from "./price-table";

/** What each price is charged for. */
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
  ["input_cost_per_request", "request"],
];

/** What a price of one's own takes with it of somebody else's. */
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
/** Prices of the whole of what is made or heard. */
const WHOLE_KINDS: readonly ChargeKind[] = ["image", "audio_second", "character"];

/** A table from prices in dollars a unit; undefined when none is given. A price for long prompts needs its base price. */
export function tableOfPrices(prices: PriceSettings, version: string): PriceTable | undefined {
  if (PRICE_NAMES.every((name) => prices[name] === undefined)) return undefined;
  const rates: Partial<Record<ChargeKind, Rate>> = {};
  for (const [name, kind] of KINDS) {
    const price = prices[name];
    if (price !== undefined) rates[kind] = { base: decimalUnits(price, 12), tiers: tiersOf(prices, name) };
  }
  return { rates, version };
}

/** Says the same of the same prices: what the version of a row names those of the configuration file by. */
export function priceFingerprint(prices: PriceSettings): string {
  const given = PRICE_NAMES.flatMap((name) => (prices[name] === undefined ? [] : [[name, prices[name]]]));
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
 * One's own prices over those of a wider source. An own prompt price takes the other's tiers, cache, audio and image
 * prices of the prompt with it, so that a cached token of a self-hosted model is not charged by somebody else's
 * discount; likewise an own completion price. When both are given nothing of the other is left. A price by the image,
 * second or character stands for all that the call used, so it takes the other's token prices with it.
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
  return { rates: { ...kept, ...rates }, version: `${own.version}+${other.version}` };
}
