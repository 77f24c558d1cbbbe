import { PRICE_NAMES, type PriceName } from "@/lib/config/prices/price-names";
import type { PriceSettings } from "@/lib/config/price-settings";

/** The unit in which people know a price. In the API every price is per single unit. */
export interface RateUnit {
  readonly label: string;
  /** The number of units as a power of ten. */
  readonly exponent: 0 | 6;
}

/** The label of a price, and its unit. */
export interface RateView {
  readonly name: PriceName;
  readonly label: string;
  readonly unit: RateUnit;
}

const LABELS: readonly (readonly [start: string, label: string])[] = [
  ["input_cost_per_token", "Input"],
  ["output_cost_per_token", "Output"],
  ["cache_read_input_token_cost", "Cache read"],
  ["cache_creation_input_token_cost_above_1hr", "Cache write, 1 h"],
  ["cache_creation_input_token_cost", "Cache write"],
  ["output_cost_per_reasoning_token", "Reasoning"],
  ["input_cost_per_audio_token", "Audio in"],
  ["cache_read_input_audio_token_cost", "Cached audio"],
  ["output_cost_per_audio_token", "Audio out"],
  ["input_cost_per_image_token", "Image in"],
  ["output_cost_per_image_token", "Image out"],
  ["output_cost_per_image", "Image made"],
  ["input_cost_per_second", "Audio transcribed"],
  ["input_cost_per_character", "Text spoken"],
  ["input_cost_per_query", "Reranker query"],
  ["search_context_cost_per_query", "Web search"],
  ["input_cost_per_request", "Call"],
];

/** The rates that every form shows. */
export const USUAL_RATES = [
  "input_cost_per_token",
  "output_cost_per_token",
  "cache_read_input_token_cost",
  "cache_creation_input_token_cost",
] as const satisfies readonly PriceName[];

/** Every rate in the order of the API. */
export const RATES: readonly RateView[] = PRICE_NAMES.map((name) => ({
  name,
  label: labelOf(name),
  unit: unitOf(name),
}));

function labelOf(name: PriceName): string {
  const [start = "", label = name] = LABELS.find(([candidate]) => name.startsWith(candidate)) ?? [];
  const tier = /_above_(\d+k)_tokens$/.exec(name.slice(start.length));
  return tier ? `${label}, prompts above ${tier[1]}` : label;
}

function unitOf(name: PriceName): RateUnit {
  if (name.includes("_token")) return { label: "1M tokens", exponent: 6 };
  if (name.includes("character")) return { label: "1M characters", exponent: 6 };
  if (name.includes("second")) return { label: "second", exponent: 0 };
  if (name.includes("query")) return { label: "query", exponent: 0 };
  return { label: name.includes("image") ? "image" : "call", exponent: 0 };
}

export function rateView(name: PriceName): RateView {
  return RATES.find((rate) => rate.name === name) ?? { name, label: name, unit: unitOf(name) };
}

/** Rates as typed, by name, in dollars of the unit that people know. */
export type RateDraft = Partial<Readonly<Record<PriceName, string>>>;

const AMOUNT = /^\d+(\.\d+)?$/;

/** The names of the rates with a fault. */
export function rateFaults(draft: RateDraft): ReadonlySet<PriceName> {
  return new Set(
    PRICE_NAMES.filter((name) => (draft[name]?.trim() ?? "") !== "" && !AMOUNT.test(draft[name]?.trim() ?? "")),
  );
}

/** Fields → API: dollars per single unit. The point is moved in the text, so 0.15 a million is exactly 0.00000015. */
export function ratesOf(draft: RateDraft): PriceSettings {
  return Object.fromEntries(
    PRICE_NAMES.flatMap((name) => {
      const text = draft[name]?.trim() ?? "";
      return text === "" ? [] : [[name, Number(`${text}e-${unitOf(name).exponent}`)]];
    }),
  );
}

/** A rate in dollars per single unit as dollars of the unit that people know. */
export function shownRate(name: PriceName, dollars: number): number {
  return Number(`${dollars.toPrecision(12)}`) * 10 ** unitOf(name).exponent;
}
