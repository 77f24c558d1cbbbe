import type { ModelEntry } from "@/lib/config/schema";
import { captureStars } from "@/lib/patterns/wildcard";
import { pricesOfTable } from "@/lib/prices/custom-prices";
import { findPrices, listedContext, listPricedModels } from "@/lib/prices/price";
import type { PriceCatalog } from "@/lib/prices/price-catalog";
import { listedFacts } from "@/lib/providers/known/listed-facts";
import { OFFERED_MODELS, type OfferedModel } from "@/lib/wire/contracts/model-catalogue";
import type { AskedList } from "./list-models";
import { trialCall } from "./trial-call";

const KINDS = { "/chat/completions": "chat", "/embeddings": "embedding", "/rerank": "rerank" } as const;

/** What a provider offers, of its own list or else of the price list, by name. */
export interface OfferedModels {
  readonly from: "provider" | "price_list";
  readonly models: OfferedModel[];
  readonly truncated: boolean;
}

/**
 * The models that a provider offers, with what is known of each. `list`: its own, as it was answered; one whose names
 * calls do not use is none. `entries`: the model list. `at`: milliseconds since the epoch.
 */
export function offeredModels(
  provider: string,
  list: Pick<AskedList, "ids" | "text" | "namesWhatCallsUse">,
  { entries, catalog, at }: { entries: readonly ModelEntry[]; catalog: PriceCatalog; at: number },
): OfferedModels {
  const own = list.namesWhatCallsUse ? list.ids : undefined;
  const facts = listedFacts(own ? list.text : "");
  const names = [...new Set(own ?? listPricedModels(provider))].sort();
  const goingThere = entries.filter(({ gateway_params: { model } }) => model.startsWith(`${provider}/`));
  return {
    from: own ? "provider" : "price_list",
    truncated: names.length > OFFERED_MODELS,
    models: names.slice(0, OFFERED_MODELS).map((model): OfferedModel => {
      const table = findPrices({ provider, model, at }, undefined, catalog);
      const prices = table && pricesOfTable(table);
      const known = facts.get(model);
      const priced = [...(table?.rates.input_image ? ["image"] : []), ...(table?.rates.input_audio ? ["audio"] : [])];
      return {
        model,
        kind: KINDS[trialCall(model, model).route],
        inputs: [...new Set([...(known?.inputs ?? []), ...priced])],
        context_tokens: known?.contextTokens ?? listedContext(provider, model) ?? null,
        input_cost_per_token: prices?.input_cost_per_token ?? null,
        output_cost_per_token: prices?.output_cost_per_token ?? null,
        served_by: servedBy(`${provider}/${model}`, goingThere) ?? null,
      };
    }),
  };
}

/** The name of an entry whose calls reach an upstream's model. */
function servedBy(upstream: string, entries: readonly ModelEntry[]): string | undefined {
  return entries.find(({ gateway_params: { model } }) => captureStars(model, upstream) !== undefined)?.model_name;
}
