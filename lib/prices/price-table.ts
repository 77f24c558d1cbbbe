import type { UsageUnits } from "@/lib/usage";
import { divideHalfUp } from "./money";

export type PriceState = "priced" | "unpriced" | "free";

/** Pico-dollars per unit. The last tier below the prompt's length sets the price of all units. */
export interface Rate {
  readonly base: bigint;
  /** By rising prompt length, in tokens. */
  readonly tiers: readonly { readonly above: number; readonly rate: bigint }[];
}

/** The kinds of units that are charged. Each unit of a call counts under exactly one of them. */
export type ChargeKind =
  | "input"
  | "cache_read"
  | "cache_write"
  | "cache_write_hour"
  | "input_audio"
  | "cache_read_audio"
  | "input_image"
  | "output"
  | "reasoning"
  | "output_audio"
  | "output_image"
  | "image"
  | "audio_second"
  | "character"
  | "search_unit"
  | "web_search"
  | "request";

/** What one model costs. A missing rate is unknown, which is not the same as zero. */
export interface PriceTable {
  readonly rates: Partial<Readonly<Record<ChargeKind, Rate>>>;
  /** The price of a search by the size of context that a call asks for, where it differs from that of `rates`. */
  readonly searches?: Partial<Readonly<Record<"low" | "high", Rate>>>;
  /** Where the prices come from, as stored on every row. */
  readonly version: string;
}

/** The prices of a call that asks for searches of a size; every other size than low and high counts as medium. */
export function pricedFor(table: PriceTable, size: string | undefined): PriceTable {
  const rate = size === "low" || size === "high" ? table.searches?.[size] : undefined;
  return rate ? { ...table, rates: { ...table.rates, web_search: rate } } : table;
}

export interface Price {
  /** Whole nano-dollars; 0 if the call is unpriced. */
  readonly spendNano: bigint;
  readonly state: PriceState;
  readonly version: string | null;
}

export const UNPRICED: Price = { spendNano: 0n, state: "unpriced", version: null };

/** One line of a bill: the units of a kind, at the price of `chargedAs` in pico-dollars. */
export interface Charge {
  readonly kind: ChargeKind;
  readonly units: number;
  /**
   * The kind whose price is used: the unit's own, or the next wider one that has a price. Undefined if there is none.
   */
  readonly chargedAs: ChargeKind | undefined;
  readonly unitPico: bigint;
}

/** The wider kind that gives a price to a kind without its own. */
const WIDER: Partial<Readonly<Record<ChargeKind, ChargeKind>>> = {
  cache_read: "input",
  cache_write: "input",
  cache_write_hour: "cache_write",
  input_audio: "input",
  cache_read_audio: "cache_read",
  input_image: "input",
  reasoning: "output",
  output_audio: "output",
  output_image: "output",
};

/**
 * The cost of a call by a price table. Each unit is charged once, at the price of the narrowest kind with a known
 * price, and the sum is rounded half up once. Units without any price make the whole call unpriced.
 */
export function chargeUnits(units: UsageUnits, table: PriceTable): Price {
  let pico = 0n;
  for (const charge of itemize(units, table)) {
    if (charge.chargedAs === undefined) return UNPRICED;
    pico += BigInt(charge.units) * charge.unitPico;
  }
  return { spendNano: divideHalfUp(pico, 1000n), state: isFree(table) ? "free" : "priced", version: table.version };
}

/**
 * The bill behind `chargeUnits`, line by line, without kinds that the call did not use. Images, seconds, characters and
 * search units beside tokens are only information unless they have a price. In a table without token prices they, or
 * the price per call, cover the tokens too. Searches of the web are charged on top, if they have a price.
 */
export function itemize(units: UsageUnits, table: PriceTable): Charge[] {
  const { rates } = table;
  const charges: Charge[] = [];
  const add = (kind: ChargeKind, count: number): void => {
    if (count <= 0) return;
    let chargedAs: ChargeKind | undefined = kind;
    while (chargedAs !== undefined && !rates[chargedAs]) chargedAs = WIDER[chargedAs];
    const rate = chargedAs && rates[chargedAs];
    charges.push({ kind, units: count, chargedAs, unitPico: rate ? rateAt(rate, units.promptTokens) : 0n });
  };
  if (rates.request) add("request", 1);
  if (rates.image) add("image", units.images);
  if (rates.audio_second) add("audio_second", units.audioSeconds);
  if (rates.character) add("character", units.characters);
  if (rates.search_unit) add("search_unit", units.searchUnits);
  if (charges.length === 0 || hasTokenRate(table)) {
    addPrompt(units, add);
    addCompletion(units, add);
  }
  if (charges.length === 0) {
    add("image", units.images);
    add("audio_second", units.audioSeconds);
    add("character", units.characters);
    add("search_unit", units.searchUnits);
  }
  if (rates.web_search) add("web_search", units.webSearches);
  return charges;
}

function hasTokenRate({ rates }: PriceTable): boolean {
  return rates.input !== undefined || rates.output !== undefined;
}

type Add = (kind: ChargeKind, count: number) => void;

function addPrompt(units: UsageUnits, add: Add): void {
  const prompt = units.promptTokens;
  const cached = Math.min(units.cachedTokens, prompt);
  const cachedAudio = Math.min(units.cachedAudioTokens, units.promptAudioTokens, cached);
  let rest = prompt - cached;
  const take = (count: number): number => {
    const taken = Math.min(count, rest);
    rest -= taken;
    return taken;
  };
  const audio = take(units.promptAudioTokens - cachedAudio);
  const image = take(units.promptImageTokens);
  const written = take(units.cacheWriteTokens);
  const writtenForAnHour = Math.min(units.cacheWriteHourTokens, written);
  add("input", rest);
  add("cache_read", cached - cachedAudio);
  add("cache_read_audio", cachedAudio);
  add("cache_write", written - writtenForAnHour);
  add("cache_write_hour", writtenForAnHour);
  add("input_audio", audio);
  add("input_image", image);
}

function addCompletion(units: UsageUnits, add: Add): void {
  let rest = units.completionTokens;
  const take = (count: number): number => {
    const taken = Math.min(count, rest);
    rest -= taken;
    return taken;
  };
  const audio = take(units.completionAudioTokens);
  const image = take(units.completionImageTokens);
  const reasoning = take(units.reasoningTokens);
  add("output", rest);
  add("reasoning", reasoning);
  add("output_audio", audio);
  add("output_image", image);
}

function rateAt(rate: Rate, promptTokens: number): bigint {
  let price = rate.base;
  for (const tier of rate.tiers) if (promptTokens > tier.above) price = tier.rate;
  return price;
}

const freeTables = new WeakMap<PriceTable, boolean>();

function isFree(table: PriceTable): boolean {
  let known = freeTables.get(table);
  if (known === undefined) {
    known = Object.values(table.rates).every(
      (rate) => rate.base === 0n && rate.tiers.every((tier) => tier.rate === 0n),
    );
    freeTables.set(table, known);
  }
  return known;
}
