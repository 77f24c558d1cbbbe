import {
  calcPrice,
  findProvider as findListed,
  type ModelInfo,
  type ModelPrice,
  type Provider,
} from "@pydantic/genai-prices";
import type { ModelEntry } from "@/lib/config/schema";
import { PRICE_NAMES } from "@/lib/config/prices/price-names";
import type { PriceSettings, SearchPrices } from "@/lib/config/price-settings";
import type { UsageUnits } from "@/lib/usage";
import { pricePerThousandSearches } from "@/lib/providers/families/gemini/charged-searches";
import { findProvider, splitBaseModel, splitUpstreamModel } from "@/lib/providers/table";
import { decimalUnits, divideHalfUp } from "./money";
import { mayBeListed } from "./listed-names";
import { mergeTables, priceFingerprint, pricesOfTable, tableOfPrices } from "./custom-prices";
import { NO_PRICES, type PriceCatalog } from "./price-catalog";
import { chargeUnits, UNPRICED, type ChargeKind, type Price, type PriceTable, type Rate } from "./price-table";
import type { CallStatus } from "@/lib/usage";

/** The bundled price list. A test ties it to package.json. */
export const PRICE_LIST = "genai-prices@0.1.8";

/**
 * A model that was called: the gateway's name of the provider and the upstream's name of the model. `at` is in
 * milliseconds since the epoch.
 */
export interface PricedModel {
  readonly provider: string;
  readonly model: string;
  readonly at: number;
}

/**
 * The prices of a model at a time: those of its model list entry over those added at run time over the bundled list,
 * which both know the upstream's name or the model that the entry says is behind it (`base_model`). Undefined if none
 * of them has it. The entry is undefined if it has been deleted since the call.
 */
export function findPrices(
  { provider, model, at }: PricedModel,
  entry: ModelEntry | undefined,
  catalog: PriceCatalog,
): PriceTable | undefined {
  const own = entry && overridesOf(entry);
  const added = catalog.find(provider, model, at);
  const name = entry?.model_info?.base_model;
  if (name === undefined) return mergeTables(mergeTables(own, added), bundledTable(provider, model, at));
  const base = splitBaseModel(name, provider);
  const addedBase = added ?? catalog.find(base.provider, base.model, at);
  return mergeTables(mergeTables(own, addedBase), bundledTable(base.provider, base.model, at));
}

/**
 * What calls by an entry cost at a time. A pattern has only its own prices here, because those of its models differ.
 * Undefined: no price is known.
 */
export function pricesOfEntry(
  entry: ModelEntry,
  catalog: PriceCatalog,
  at: number,
): { readonly prices: PriceSettings; readonly version: string } | undefined {
  const { provider, model } = splitUpstreamModel(entry.gateway_params.model);
  const isPattern = model.includes("*") || provider.includes("*");
  const table = isPattern ? overridesOf(entry) : findPrices({ provider, model, at }, entry, catalog);
  return table && { prices: pricesOfTable(table), version: table.version };
}

/** The cost of a call. A model without prices is unpriced, never a silent 0. */
export function priceCall(
  call: PricedModel & { readonly units: UsageUnits },
  entry: ModelEntry | undefined,
  catalog: PriceCatalog = NO_PRICES,
): Price {
  const table = findPrices(call, entry, catalog);
  return table ? chargeUnits(call.units, table) : UNPRICED;
}

/** A call that the upstream refuses before any token costs nothing, whatever the model. */
const NOTHING_SERVED: Price = { spendNano: 0n, state: "free", version: null };

/** The cost of a call by its outcome. `price`: its model's prices when the call came; undefined if none is known. */
export function chargeEndedCall(status: CallStatus, units: UsageUnits, price: PriceTable | undefined): Price {
  if (status === "error" && units.promptTokens === 0 && units.completionTokens === 0) return NOTHING_SERVED;
  return price ? chargeUnits(units, price) : UNPRICED;
}

/** `chargeEndedCall` for a call from the past, whose prices must be looked up again. */
export function priceEndedCall(
  call: PricedModel & { readonly units: UsageUnits; readonly status: CallStatus },
  entry: ModelEntry | undefined,
  catalog: PriceCatalog = NO_PRICES,
): Price {
  return chargeEndedCall(call.status, call.units, findPrices(call, entry, catalog));
}

/** Whether calls of a model by this entry have a price, which may be zero. `at`: milliseconds since the epoch. */
export function isPriced(
  provider: string,
  model: string,
  entry: ModelEntry,
  catalog: PriceCatalog = NO_PRICES,
  at = 0,
): boolean {
  return findPrices({ provider, model, at }, entry, catalog) !== undefined;
}

/** The most tokens that a model takes in: as its entry says, else its context window in the bundled list. */
export function largestInput(
  { provider, model }: Pick<PricedModel, "provider" | "model">,
  entry: ModelEntry,
): number | undefined {
  const { max_input_tokens: most, base_model: name } = entry.model_info ?? {};
  if (most !== undefined) return most;
  const base = name === undefined ? { provider, model } : splitBaseModel(name, provider);
  return listedContext(base.provider, base.model);
}

/** The context window of a model in the bundled list, in tokens; undefined: the list does not say. */
export function listedContext(provider: string, model: string): number | undefined {
  return findListing(provider, model)?.model.context_window;
}

/** The names of a provider's models that have token prices in the bundled list; empty for an unknown provider. */
export function listPricedModels(provider: string): readonly string[] {
  const found = findListed({ providerId: listedName(provider, "") });
  if (!found) return [];
  let names = pricedModels.get(found);
  if (!names) pricedModels.set(found, (names = namesOfPriced(found)));
  return names;
}

/** A long model list asks for each of its patterns. */
const pricedModels = new WeakMap<Provider, readonly string[]>();

function namesOfPriced({ models }: Provider): readonly string[] {
  return models
    .filter((model) => !model.deprecated && hasTokenPrice(model))
    .map((model) => model.id)
    .sort();
}

function hasTokenPrice(model: ModelInfo): boolean {
  const prices = Array.isArray(model.prices) ? model.prices.map((dated) => dated.prices) : [model.prices];
  return prices.some((price) => price.input_mtok !== undefined || price.output_mtok !== undefined);
}

interface Listing {
  readonly model: ModelInfo;
  /** The provider with only this model, so that finding its dated price needs no second search. */
  readonly provider: Provider;
}
/**
 * Remembered lookups by provider and model, "not listed" included. One lookup takes about 40 µs. Callers choose the
 * names, so the memory is bounded.
 */
const listings = new Map<string, Map<string, Listing | null>>();
let listed = 0;
const MAXIMUM_LISTINGS = 4096;
const LONGEST_NAME = 256;

function findListing(provider: string, model: string): Listing | undefined {
  if (model.length > LONGEST_NAME) return undefined;
  const known = listings.get(provider)?.get(model);
  return (known === undefined ? list(provider, model) : known) ?? undefined;
}

function list(provider: string, model: string): Listing | null {
  const listing = lookUp(provider, model) ?? null;
  if (listed++ >= MAXIMUM_LISTINGS) {
    // A pattern may let callers choose provider names too, so bound them as well.
    listings.clear();
    listed = 1;
  }
  let models = listings.get(provider);
  if (!models) listings.set(provider, (models = new Map()));
  models.set(model, listing);
  return listing;
}

function lookUp(provider: string, model: string): Listing | undefined {
  const providerId = listedName(provider, model);
  if (!mayBeListed(providerId, model)) return undefined;
  const found = calcPrice({}, model, { providerId, timestamp: new Date(0) });
  return found ? { model: found.model, provider: { ...found.provider, models: [found.model] } } : undefined;
}

function listedName(provider: string, model: string): string {
  return findProvider(provider)?.priceListName?.(model) ?? provider;
}

/** The tables of listed prices; null if the list knows the model but no price for it. */
const compiled = new WeakMap<ModelPrice, PriceTable | null>();

function bundledTable(provider: string, model: string, at: number): PriceTable | undefined {
  const listing = findListing(provider, model);
  if (!listing) return undefined;
  const prices = Array.isArray(listing.model.prices)
    ? calcPrice({}, model, { provider: listing.provider, timestamp: new Date(at) })?.model_price
    : listing.model.prices;
  if (!prices) return undefined;
  let table = compiled.get(prices);
  if (table === undefined)
    compiled.set(prices, (table = Object.keys(prices).length > 0 ? compile(prices, listing) : null));
  return table ?? undefined;
}

/** The list's names of the prices per million tokens. */
const TOKEN_PRICES: readonly (readonly [ChargeKind, string])[] = [
  ["input", "input_mtok"],
  ["cache_read", "cache_read_mtok"],
  ["cache_write", "cache_write_mtok"],
  ["cache_write_hour", "cache_write_1h_mtok"],
  ["input_audio", "input_audio_mtok"],
  ["cache_read_audio", "cache_audio_read_mtok"],
  ["input_image", "input_image_mtok"],
  ["output", "output_mtok"],
  ["reasoning", "output_reasoning_mtok"],
  ["output_audio", "output_audio_mtok"],
  ["output_image", "output_image_mtok"],
];

function compile(prices: ModelPrice, listing: Listing): PriceTable {
  const rates: Partial<Record<ChargeKind, Rate>> = {};
  for (const [kind, name] of TOKEN_PRICES) {
    const known = rate(prices[name]);
    if (known) rates[kind] = known;
  }
  const perRequest = prices["requests_kcount"];
  if (typeof perRequest === "number") rates.request = { base: decimalUnits(perRequest, 9), tiers: [] };
  const perThousand = prices["web_searches_kcount"] ?? unlistedSearchPrice(listing);
  if (typeof perThousand === "number") rates.web_search = { base: decimalUnits(perThousand, 9), tiers: [] };
  const perHour = prices["input_audio_hours"] ?? prices["audio_hours"];
  if (typeof perHour === "number")
    rates.audio_second = { base: divideHalfUp(decimalUnits(perHour, 12), 3600n), tiers: [] };
  return { rates, version: PRICE_LIST };
}

/**
 * The price of a thousand of Google's searches, which the list does not have, in dollars. Undefined for every model but
 * a Gemini that answers.
 */
function unlistedSearchPrice({ provider, model }: Listing): number | undefined {
  const searches = provider.id === "google" && /^gemini-(?!embedding)/.test(model.id);
  return searches ? pricePerThousandSearches(model.id) : undefined;
}

/** Converts the list's unit, dollars per million tokens, which is 10^6 pico-dollars per token. */
function rate(price: ModelPrice[string]): Rate | undefined {
  if (price === undefined) return undefined;
  if (typeof price === "number") return { base: decimalUnits(price, 6), tiers: [] };
  const tiers = price.tiers
    .map((tier) => ({ above: tier.start, rate: decimalUnits(tier.price, 6) }))
    .sort((a, b) => a.above - b.above);
  return { base: decimalUnits(price.base, 6), tiers };
}

const overrides = new WeakMap<ModelEntry, PriceTable | null>();

/** `gateway_params` wins over `model_info`, price by price. */
function overridesOf(entry: ModelEntry): PriceTable | undefined {
  let known = overrides.get(entry);
  if (known === undefined) {
    overrides.set(entry, (known = namesPrices(entry.gateway_params, entry.model_info) ? tableOf(entry) : null));
  }
  return known ?? undefined;
}

const NAMES: ReadonlySet<string> = new Set(PRICE_NAMES);

/** Most entries have few settings and no prices, and there may be many. */
function namesPrices(...settings: readonly (object | undefined)[]): boolean {
  return settings.some((one) => one !== undefined && Object.keys(one).some((name) => NAMES.has(name)));
}

/** The prices of a search by the size of its context, if an entry has them. */
export function searchPricesOf({ gateway_params: params, model_info: info }: ModelEntry): SearchPrices | undefined {
  const price = params.search_context_cost_per_query ?? info?.search_context_cost_per_query;
  return typeof price === "object" ? price : undefined;
}

function tableOf(entry: ModelEntry): PriceTable | null {
  const { gateway_params: params, model_info: info } = entry;
  const given = Object.fromEntries(PRICE_NAMES.map((name) => [name, params[name] ?? info?.[name]]));
  const searches = searchPricesOf(entry);
  const prices: PriceSettings = searches
    ? { ...given, search_context_cost_per_query: searches.search_context_size_medium }
    : given;
  return tableOfPrices(prices, `config:${priceFingerprint(prices, searches)}`, searches) ?? null;
}
