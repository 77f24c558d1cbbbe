import { crc32 } from "node:zlib";
import { CONTEXT_TIERS, PRICE_NAMES, type PriceName, type PriceSettings } from "@/lib/config/price-settings";
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

const TIERED = ["input_cost_per_token", "output_cost_per_token", "cache_read_input_token_cost", "cache_creation_input_token_cost"] as const;

/** What one side of a model's own prices takes with it of somebody else's. */
const PROMPT_KINDS: readonly ChargeKind[] = ["input", "cache_read", "cache_write", "cache_write_hour", "input_audio", "cache_read_audio", "input_image"];
const COMPLETION_KINDS: readonly ChargeKind[] = ["output", "reasoning", "output_audio", "output_image"];

type Rates = PriceTable["rates"];

/** A table from prices in dollars a unit; undefined when none is given. `source` begins its version: `config`, `price`. */
export function tableOfPrices(prices: PriceSettings, source: string): PriceTable | undefined {
  const given = PRICE_NAMES.filter((name) => prices[name] !== undefined);
  if (given.length === 0) return undefined;
  const rates: Partial<Record<ChargeKind, Rate>> = {};
  for (const [name, kind] of KINDS) {
    const price = prices[name];
    const tiers = tiersOf(prices, name);
    if (price !== undefined) rates[kind] = { base: decimalUnits(price, 12), tiers };
  }
  const fingerprint = crc32(JSON.stringify(given.map((name) => [name, prices[name]]))).toString(16).padStart(8, "0");
  return { rates, version: `${source}:${fingerprint}` };
}

function tiersOf(prices: PriceSettings, name: PriceName): Rate["tiers"] {
  const tiered = TIERED.find((known) => known === name);
  if (!tiered) return [];
  return CONTEXT_TIERS.flatMap(([label, above]) => {
    const price = prices[`${tiered}_above_${label}_tokens`];
    return price === undefined ? [] : [{ above, rate: decimalUnits(price, 12) }];
  });
}

/**
 * One's own prices over those of a wider source. An own prompt price takes the other's tiers, cache, audio and image
 * prices of the prompt with it, so that a cached token of a self-hosted model is not charged by somebody else's
 * discount; likewise an own completion price. When both are given nothing of the other is left.
 */
export function mergeTables(own: PriceTable | undefined, other: PriceTable | undefined): PriceTable | undefined {
  if (!own || !other) return own ?? other;
  const isWhole = own.rates.input !== undefined && own.rates.output !== undefined;
  if (isWhole) return own;
  const dropped = [...(own.rates.input ? PROMPT_KINDS : []), ...(own.rates.output ? COMPLETION_KINDS : [])];
  const kept: Rates = Object.fromEntries(Object.entries(other.rates).filter(([kind]) => !dropped.some((name) => name === kind)));
  return { rates: { ...kept, ...own.rates }, version: `${own.version}+${other.version}` };
}
