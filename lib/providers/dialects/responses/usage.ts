import type { Usage } from "@/lib/usage";
import { isObject } from "@/lib/is-object";
import { listAt, objectAt, type JsonObject } from "../../json-value";
import { reportedUsage } from "../../openai-usage";

/** The usage that a response reports, with the searches among its items, which its `usage` does not count. */
export function readResponseUsage(response: JsonObject): Usage | undefined {
  const usage = reportedUsage(response["usage"]);
  const webSearches = listAt(response, "output").filter(isChargedSearch).length;
  return usage && webSearches > 0 ? { ...usage, webSearches } : usage;
}

/** Only searches are charged, not the pages that they open (platform.openai.com/docs/guides/tools-web-search). */
export function isChargedSearch(item: unknown): boolean {
  return (
    isObject(item) && item["type"] === "web_search_call" && (objectAt(item, "action")["type"] ?? "search") === "search"
  );
}

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
