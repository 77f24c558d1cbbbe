import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { listAt, numberAt, type JsonObject } from "../../json-value";

const MAX_TOKENS = 1_000_000_000;

/**
 * Reads Converse's `usage`; undefined if a count is not a number of tokens. Its `inputTokens` exclude what the prompt
 * cache read or wrote; ours include it (docs.aws.amazon.com/bedrock, TokenUsage).
 */
export function readConverseUsage(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined;
  const input = count(value, "inputTokens");
  const output = count(value, "outputTokens");
  const cachedTokens = count(value, "cacheReadInputTokens") ?? 0;
  const cacheWriteTokens = count(value, "cacheWriteInputTokens") ?? 0;
  if (input === undefined || output === undefined) return undefined;
  return {
    ...NO_USAGE,
    promptTokens: input + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    cacheWriteHourTokens: Math.min(cacheWriteTokens, hourTokens(value)),
    completionTokens: output,
    source: "upstream",
  };
}

/** What was written for an hour, of all that was written. */
function hourTokens(usage: JsonObject): number {
  return listAt(usage, "cacheDetails")
    .filter(isObject)
    .filter(({ ttl }) => ttl === "1h")
    .reduce((sum, detail) => sum + (count(detail, "inputTokens") ?? 0), 0);
}

function count(value: JsonObject, name: string): number | undefined {
  const found = numberAt(value, name);
  return found !== undefined && Number.isInteger(found) && found >= 0 && found <= MAX_TOKENS ? found : undefined;
}
