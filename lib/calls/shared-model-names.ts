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

/** A list of entries is replaced, and never changed, and each batch of calls asks about it. */
const KNOWN = new WeakMap<Entries, readonly SharedModelNames[]>();

/** The shared names of all entries that let through any name. Other entries have as few names as they are. */
export function sharedModelNames(entries: Entries): readonly SharedModelNames[] {
  const known = KNOWN.get(entries);
  if (known) return known;
  const shared = entries.flatMap((entry, index) =>
    entry.model_name.includes("*")
      ? [
          {
            deployment: deploymentId(entry, index),
            requestedModel: entry.model_name,
            ...splitUpstreamModel(entry.gateway_params.model),
          },
        ]
      : [],
  );
  KNOWN.set(entries, shared);
  return shared;
}
