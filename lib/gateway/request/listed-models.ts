import { captureStars, fillStars } from "@/lib/patterns/wildcard";
import { splitUpstreamModel } from "@/lib/providers/table";
import { resolveGroup, type RoutableEntry } from "@/lib/router/resolve";
import type { UnhurriedWork } from "./unhurried-work";

/** A model name that calls may use, with the provider that serves it. */
export interface ListedModel {
  readonly name: string;
  readonly provider: string;
}

/** Which names of a model list to list. */
export interface Listing {
  /** The known models of a provider, to expand a pattern with. */
  readonly listPricedModels: (provider: string) => readonly string[];
  /** Whether the patterns themselves are listed too. */
  readonly includePatterns: boolean;
}

type Lists = Map<boolean, Promise<readonly ListedModel[]>>;

/** By model list, which is frozen; with and without the patterns. */
const lists = new WeakMap<readonly RoutableEntry[], Lists>();

/**
 * The names of a model list, in its order: an exact name as it is, and for a pattern the provider's known models that
 * match it. A thousand patterns of a large provider make tens of thousands of names, so they are worked out once for
 * each list, and `work` lets other work go between them.
 */
export function listedModels(
  entries: readonly RoutableEntry[],
  listing: Listing,
  work: UnhurriedWork,
): Promise<readonly ListedModel[]> {
  const known: Lists = lists.get(entries) ?? new Map();
  lists.set(entries, known);
  let list = known.get(listing.includePatterns);
  if (!list) known.set(listing.includePatterns, (list = listNames(entries, listing, work)));
  return list;
}

async function listNames(
  entries: readonly RoutableEntry[],
  listing: Listing,
  work: UnhurriedWork,
): Promise<readonly ListedModel[]> {
  const found = new Map<string, ListedModel>();
  for (const entry of entries) {
    const pause = work.step();
    if (pause) await pause;
    for (const name of expand(entry, listing)) {
      const waiting = work.step();
      if (waiting) await waiting;
      if (!found.has(name)) found.set(name, listedModel(name, entries, entry));
    }
  }
  return [...found.values()];
}

/** One name with its provider. `expanded`: the entry whose pattern the name comes from, or is. */
function listedModel(name: string, entries: readonly RoutableEntry[], expanded: RoutableEntry): ListedModel {
  const upstream = name === expanded.model_name ? undefined : resolveGroup(name, entries)[0]?.upstreamModel;
  return { name, provider: splitUpstreamModel(upstream ?? expanded.gateway_params.model).provider };
}

/** The names that callers would use, and the pattern itself if it is listed. */
function expand(
  { model_name: modelName, gateway_params: { model: upstream } }: RoutableEntry,
  { listPricedModels, includePatterns }: Listing,
): string[] {
  if (!modelName.includes("*")) return [modelName];
  const { provider, model } = splitUpstreamModel(upstream);
  const known = model.includes("*") ? listPricedModels(provider) : [];
  const names = known.flatMap((name) => {
    const captures = captureStars(model, name);
    return captures ? [fillStars(modelName, captures)] : [];
  });
  return includePatterns ? [modelName, ...names] : names;
}
