import type { Usage } from "@/lib/usage";
import type { JsonObject } from "../json-value";

/**
 * A usage in the form of Anthropic's `usage` object, where `input_tokens` excludes tokens that the cache read or wrote.
 */
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
