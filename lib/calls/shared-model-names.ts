import { deploymentId } from "@/lib/providers/deployment";
import { splitUpstreamModel } from "@/lib/providers/table";

/** The names that calls of a wildcard entry are booked under, once their payer has named too many new models. */
export interface SharedModelNames {
  readonly deployment: string;
  /** The entry's own pattern, such as `openai/*`. Budgets of that pattern count the calls as before. */
  readonly requestedModel: string;
  readonly provider: string;
  /** The upstream's name; with its stars, unless the entry sends every name to the same model. */
  readonly model: string;
}

type Entries = readonly Parameters<typeof deploymentId>[0][];

/** By list of entries, which is replaced and never changed. Each batch of calls asks for its names. */
const KNOWN = new WeakMap<Entries, readonly SharedModelNames[]>();

/** The shared names of all entries whose `model_name` has a `*`. The others have one name each, so they need none. */
export function sharedModelNames(entries: Entries): readonly SharedModelNames[] {
  const known = KNOWN.get(entries);
  if (known) return known;
  const shared = entries.flatMap((entry, index) => {
    if (!entry.model_name.includes("*")) return [];
    const { provider, model } = splitUpstreamModel(entry.gateway_params.model);
    return [{ deployment: deploymentId(entry, index), requestedModel: entry.model_name, provider, model }];
  });
  KNOWN.set(entries, shared);
  return shared;
}
