import type { ModelEntry } from "@/lib/config/schema";
import { hasAddress, splitUpstreamModel } from "@/lib/providers/table";
import { isPriced, listPricedModels } from "./price";
import { matchesPattern } from "@/lib/patterns/wildcard";

/** Whether a provider prefix works without an `api_base`. */
export function isKnownProvider(name: string): boolean {
  return hasAddress(name);
}

/**
 * Whether a model of an entry has a price: the entry's own, or that of a listed model that its upstream pattern
 * matches.
 */
export function hasPrice(entry: ModelEntry): boolean {
  const { provider, model } = splitUpstreamModel(entry.gateway_params.model);
  if (isPriced(provider, model, entry)) return true;
  return model.includes("*") && listPricedModels(provider).some((name) => matchesPattern(model, name));
}
