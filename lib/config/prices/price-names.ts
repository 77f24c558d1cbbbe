/** Prompt lengths above which providers charge the whole call at other prices, as written in the names of prices. */
export const CONTEXT_TIERS = [
  ["128k", 128_000],
  ["200k", 200_000],
  ["256k", 256_000],
  ["272k", 272_000],
] as const;
export type ContextTier = (typeof CONTEXT_TIERS)[number][0];

/** The prices that may differ for long prompts. */
export const TIERED_PRICES = [
  "input_cost_per_token",
  "output_cost_per_token",
  "cache_read_input_token_cost",
  "cache_creation_input_token_cost",
] as const;
type TieredPrice = (typeof TIERED_PRICES)[number];

function longPrompt(tier: ContextTier, base: TieredPrice): string {
  return `\`${base}\` for a call whose prompt is longer than ${tier} tokens.`;
}

/**
 * Every price that a model can have, in dollars per unit, in the configuration file or added at run time. A missing
 * price is not zero: the unit is charged as the next wider kind, as docs/explain/spend.md says.
 */
export const PRICES = {
  input_cost_per_token: "Dollars per prompt token. Replaces the bundled price.",
  output_cost_per_token: "Dollars per completion token.",
  cache_read_input_token_cost: "Dollars per prompt token read from the provider's cache.",
  cache_creation_input_token_cost: "Dollars per prompt token written to the provider's cache.",
  cache_creation_input_token_cost_above_1hr: "Dollars per prompt token written to the provider's cache for one hour.",
  output_cost_per_reasoning_token: "Dollars per completion token spent on reasoning.",
  input_cost_per_audio_token: "Dollars per prompt token of audio.",
  cache_read_input_audio_token_cost: "Dollars per prompt token of audio read from the provider's cache.",
  output_cost_per_audio_token: "Dollars per completion token of audio.",
  input_cost_per_image_token: "Dollars per prompt token of an image.",
  output_cost_per_image_token: "Dollars per completion token of an image.",
  output_cost_per_image: "Dollars per image made.",
  input_cost_per_second: "Dollars per second of audio transcribed.",
  input_cost_per_character: "Dollars per character of text spoken.",
  input_cost_per_query: "Dollars per query of a reranker, with up to 100 documents.",
  search_context_cost_per_query:
    "Dollars per search of the web that the provider makes for an answer, whatever the size of its context.",
  input_cost_per_request: "Dollars per call, whatever it uses.",
  input_cost_per_token_above_128k_tokens: longPrompt("128k", "input_cost_per_token"),
  output_cost_per_token_above_128k_tokens: longPrompt("128k", "output_cost_per_token"),
  cache_read_input_token_cost_above_128k_tokens: longPrompt("128k", "cache_read_input_token_cost"),
  cache_creation_input_token_cost_above_128k_tokens: longPrompt("128k", "cache_creation_input_token_cost"),
  input_cost_per_token_above_200k_tokens: longPrompt("200k", "input_cost_per_token"),
  output_cost_per_token_above_200k_tokens: longPrompt("200k", "output_cost_per_token"),
  cache_read_input_token_cost_above_200k_tokens: longPrompt("200k", "cache_read_input_token_cost"),
  cache_creation_input_token_cost_above_200k_tokens: longPrompt("200k", "cache_creation_input_token_cost"),
  input_cost_per_token_above_256k_tokens: longPrompt("256k", "input_cost_per_token"),
  output_cost_per_token_above_256k_tokens: longPrompt("256k", "output_cost_per_token"),
  cache_read_input_token_cost_above_256k_tokens: longPrompt("256k", "cache_read_input_token_cost"),
  cache_creation_input_token_cost_above_256k_tokens: longPrompt("256k", "cache_creation_input_token_cost"),
  input_cost_per_token_above_272k_tokens: longPrompt("272k", "input_cost_per_token"),
  output_cost_per_token_above_272k_tokens: longPrompt("272k", "output_cost_per_token"),
  cache_read_input_token_cost_above_272k_tokens: longPrompt("272k", "cache_read_input_token_cost"),
  cache_creation_input_token_cost_above_272k_tokens: longPrompt("272k", "cache_creation_input_token_cost"),
} as const;
export type PriceName = keyof typeof PRICES;
export const PRICE_NAMES = Object.keys(PRICES) as readonly PriceName[];
