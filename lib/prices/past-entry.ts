import type { ModelEntry } from "@/lib/config/schema";
import { splitUpstreamModel } from "@/lib/providers/table";
import { deploymentId } from "@/lib/providers/deployment";
import { matchesPattern } from "@/lib/patterns/wildcard";

/** Finds the entry that served a call by the call's deployment id, unless a different entry has that id now. */
export function pastEntries(
  models: readonly ModelEntry[],
): (call: { deployment: string; provider: string; model: string }) => ModelEntry | undefined {
  const entries = new Map(models.map((entry, index) => [deploymentId(entry, index), entry]));
  return (call) => {
    const entry = entries.get(call.deployment);
    if (!entry) return undefined;
    const { provider, model } = splitUpstreamModel(entry.gateway_params.model);
    return matchesPattern(provider, call.provider) && matchesPattern(model, call.model) ? entry : undefined;
  };
}
