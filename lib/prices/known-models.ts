import type { ModelEntry } from "@/lib/config/schema";
import { findProvider, splitUpstreamModel } from "@/lib/providers/table";
import { isPriced, listPricedModels } from "./price";
import { matchesPattern } from "@/lib/patterns/wildcard";

/** Whether a provider prefix needs no `api_base`. */
export function isKnownProvider(name: string): boolean {
  return findProvider(name)?.apiBase !== undefined;
}

/** Whether a model of an entry has a price: its own, or one of the price list's that its upstream pattern fits. */
export function hasPrice(entry: ModelEntry): boolean {
  const { provider, model } = splitUpstreamModel(entry.gateway_params.model);
  if (isPriced(provider, model, entry)) return true;
  return model.includes("*") && listPricedModels(provider).some((name) => matchesPattern(model, name));
}
