import type { Usage } from "@/lib/usage";
import type { JsonObject } from "../../json-value";

/** A usage in the form of the `usage` object of a response. `cache_write_tokens` is not OpenAI's. */
export function responsesUsage({
  promptTokens,
  cachedTokens,
  cacheWriteTokens,
  completionTokens,
  reasoningTokens,
}: Usage): JsonObject {
  return {
    input_tokens: promptTokens,
    input_tokens_details: {
      cached_tokens: cachedTokens,
      ...(cacheWriteTokens > 0 && { cache_write_tokens: cacheWriteTokens }),
    },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
  };
}
