import type { Usage } from "@/lib/usage";
import type { JsonObject } from "../json-value";

/** A usage as Anthropic's `usage` object says it: what the cache had a part in is no part of `input_tokens`. */
export function usageView({
  promptTokens,
  cachedTokens,
  cacheWriteTokens,
  completionTokens,
  reasoningTokens,
}: Usage): JsonObject {
  return {
    input_tokens: Math.max(0, promptTokens - cachedTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    output_tokens: completionTokens,
    ...(reasoningTokens > 0 && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
}
