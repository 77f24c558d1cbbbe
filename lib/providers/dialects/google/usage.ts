import type { Usage } from "@/lib/usage";
import type { JsonObject } from "../../json-value";

/** A usage in the form of `usageMetadata`, whose `candidatesTokenCount` excludes the thoughts. */
export function googleUsage({ promptTokens, cachedTokens, completionTokens, reasoningTokens }: Usage): JsonObject {
  return {
    promptTokenCount: promptTokens,
    ...(cachedTokens > 0 && { cachedContentTokenCount: cachedTokens }),
    candidatesTokenCount: Math.max(0, completionTokens - reasoningTokens),
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
    totalTokenCount: promptTokens + completionTokens,
  };
}
