import { calcPrice, findProvider, type ModelInfo, type ModelPrice, type Provider } from "@pydantic/genai-prices";
import { crc32 } from "node:zlib";
import type { ModelEntry } from "@/lib/config/schema";
import { decimalUnits } from "./money";
import { chargeTokens, UNPRICED, type BillableTokens, type Price, type PriceTable, type Rate } from "./price-table";

/** The bundled price list; a test ties it to package.json. */
export const PRICE_LIST = "genai-prices@0.1.8";

/** Our names of providers where the price list has another. */
const LISTED_AS: Readonly<Record<string, string>> = { fireworks_ai: "fireworks", vertex_ai: "google" };

/**
 * What a call costs: by the prices of its model list entry, else by the bundled list as of `at` (milliseconds since
 * the epoch). A model that neither knows is unpriced, never a silent 0.
 */
export function priceCall(
  call: { readonly provider: string; readonly model: string; readonly at: number; readonly tokens: BillableTokens },
  entry: ModelEntry,
): Price {
  const table = withOverrides(overridesOf(entry), bundledTable(call.provider, call.model, call.at));
  return table ? chargeTokens(call.tokens, table) : UNPRICED;
}

/** Whether calls of a model by this entry have a price, a price of zero included. */
export function isPriced(provider: string, model: string, entry: ModelEntry): boolean {
  return overridesOf(entry) !== undefined || bundledTable(provider, model, 0) !== undefined;
}

/** The models of a provider that the bundled list has token prices for, by name; none for a provider it does not know. */
export function listPricedModels(provider: string): string[] {
  const models = findProvider({ providerId: listedName(provider) })?.models ?? [];
  return models.filter((model) => !model.deprecated && hasTokenPrice(model)).map((model) => model.id).sort();
}

function hasTokenPrice(model: ModelInfo): boolean {
  const prices = Array.isArray(model.prices) ? model.prices.map((dated) => dated.prices) : [model.prices];
  return prices.some((price) => price.input_mtok !== undefined || price.output_mtok !== undefined);
}

interface Listing {
  readonly model: ModelInfo;
  /** The provider with this one model, so that choosing among dated prices need not search again. */
  readonly provider: Provider;
}
/** Looking a name up takes some 40 µs, and callers choose the names: a bounded memory of answers, "not listed" included. */
const listings = new Map<string, Listing | undefined>();
const MAXIMUM_LISTINGS = 4096;
const LONGEST_NAME = 256;

function findListing(provider: string, model: string): Listing | undefined {
  if (model.length > LONGEST_NAME) return undefined;
  const key = `${provider}\0${model}`;
  if (listings.has(key)) return listings.get(key);
  const found = calcPrice({}, model, { providerId: listedName(provider), timestamp: new Date(0) });
  const listing = found ? { model: found.model, provider: { ...found.provider, models: [found.model] } } : undefined;
  if (listings.size >= MAXIMUM_LISTINGS) listings.clear();
  listings.set(key, listing);
  return listing;
}

function listedName(provider: string): string {
  return LISTED_AS[provider] ?? provider;
}

const compiled = new WeakMap<ModelPrice, PriceTable>();

function bundledTable(provider: string, model: string, at: number): PriceTable | undefined {
  const listing = findListing(provider, model);
  if (!listing) return undefined;
  const prices = Array.isArray(listing.model.prices)
    ? calcPrice({}, model, { provider: listing.provider, timestamp: new Date(at) })?.model_price
    : listing.model.prices;
  if (!prices) return undefined;
  let table = compiled.get(prices);
  if (!table) compiled.set(prices, (table = compile(prices)));
  return Object.keys(prices).length > 0 ? table : undefined;
}

function compile(prices: ModelPrice): PriceTable {
  const perRequest = prices.requests_kcount;
  return {
    input: rate(prices.input_mtok),
    cacheRead: rate(prices.cache_read_mtok),
    cacheWrite: rate(prices.cache_write_mtok),
    output: rate(prices.output_mtok),
    reasoning: rate(prices.output_reasoning_mtok),
    request: typeof perRequest === "number" ? decimalUnits(perRequest, 9) : 0n,
    version: PRICE_LIST,
  };
}

/** From dollars for a million tokens, the list's unit, which is 10^6 pico-dollars for one. */
function rate(price: ModelPrice[string]): Rate | undefined {
  if (price === undefined) return undefined;
  if (typeof price === "number") return { base: decimalUnits(price, 6), tiers: [] };
  const tiers = price.tiers
    .map((tier) => ({ above: tier.start, rate: decimalUnits(tier.price, 6) }))
    .sort((a, b) => a.above - b.above);
  return { base: decimalUnits(price.base, 6), tiers };
}

type Overrides = Pick<PriceTable, "input" | "cacheRead" | "cacheWrite" | "output" | "version">;
const overrides = new WeakMap<ModelEntry, Overrides | null>();

function overridesOf(entry: ModelEntry): Overrides | undefined {
  let known = overrides.get(entry);
  if (known === undefined) overrides.set(entry, (known = readOverrides(entry)));
  return known ?? undefined;
}

/** `gateway_params` wins over `model_info`, price by price. */
function readOverrides(entry: ModelEntry): Overrides | null {
  const names = [
    "input_cost_per_token",
    "cache_read_input_token_cost",
    "cache_creation_input_token_cost",
    "output_cost_per_token",
  ] as const;
  const prices = names.map((name) => entry.gateway_params[name] ?? entry.model_info?.[name]);
  if (prices.every((price) => price === undefined)) return null;
  const [input, cacheRead, cacheWrite, output] = prices.map((price) =>
    price === undefined ? undefined : { base: decimalUnits(price, 12), tiers: [] },
  );
  const fingerprint = crc32(JSON.stringify(prices)).toString(16).padStart(8, "0");
  return { input, cacheRead, cacheWrite, output, version: `config:${fingerprint}` };
}

/**
 * An overridden prompt price takes the list's tiers and cache prices with it, so that a cached token of a self-hosted
 * model is not charged by somebody else's discount. When both sides are overridden nothing of the list is left.
 */
function withOverrides(own: Overrides | undefined, list: PriceTable | undefined): PriceTable | undefined {
  if (!own) return list;
  const prompt = own.input ? own : { ...list, cacheRead: own.cacheRead ?? list?.cacheRead, cacheWrite: own.cacheWrite ?? list?.cacheWrite };
  const completion = own.output ? { output: own.output } : { output: list?.output, reasoning: list?.reasoning };
  const whole = own.input !== undefined && own.output !== undefined;
  return {
    input: prompt.input,
    cacheRead: prompt.cacheRead,
    cacheWrite: prompt.cacheWrite,
    ...completion,
    request: whole ? 0n : (list?.request ?? 0n),
    version: whole || !list ? own.version : `${own.version}+${list.version}`,
  };
}
