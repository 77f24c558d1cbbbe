import type { Usage } from "@/lib/usage";
import type { JsonObject } from "../../json-value";

/** A usage in the form of OpenAI's `usage` object. `cache_write_tokens` is not OpenAI's, but other providers add it. */
export function chatUsage({
  promptTokens,
  cachedTokens,
  cacheWriteTokens,
  completionTokens,
  reasoningTokens,
}: Usage): JsonObject {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: {
      cached_tokens: cachedTokens,
      ...(cacheWriteTokens > 0 && { cache_write_tokens: cacheWriteTokens }),
    },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}
