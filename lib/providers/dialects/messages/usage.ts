import { NO_USAGE, type Usage } from "@/lib/usage";
import { objectAt, type JsonObject } from "../../json-value";
import { isObject } from "@/lib/is-object";

const MAX_TOKENS = 1_000_000_000;

/**
 * Reads Anthropic's `usage` object; undefined if the value is not one, or a count of it is not a number of tokens.
 * Anthropic's `input_tokens` exclude what the prompt cache read or wrote; ours include it (platform.claude.com,
 * Messages API, "Total input tokens").
 */
export function readAnthropicUsage(value: unknown): Usage | undefined {
  if (!isObject(value) || isUnreadable(value["input_tokens"]) || isUnreadable(value["output_tokens"])) return undefined;
  const input = count(value["input_tokens"]);
  const output = count(value["output_tokens"]);
  if (input === undefined && output === undefined) return undefined;
  const cachedTokens = count(value["cache_read_input_tokens"]) ?? 0;
  const cacheWriteTokens = count(value["cache_creation_input_tokens"]) ?? 0;
  return {
    ...NO_USAGE,
    promptTokens: (input ?? 0) + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    cacheWriteHourTokens: count(objectAt(value, "cache_creation")["ephemeral_1h_input_tokens"]) ?? 0,
    completionTokens: output ?? 0,
    reasoningTokens: count(objectAt(value, "output_tokens_details")["thinking_tokens"]) ?? 0,
    webSearches: count(objectAt(value, "server_tool_use")["web_search_requests"]) ?? 0,
    source: "upstream",
  };
}

/**
 * Merges the usage that an event reports into what is known. Counts are cumulative; a count that is missing or null
 * keeps its value.
 */
export function mergeUsage(before: JsonObject, reported: unknown): JsonObject {
  if (!isObject(reported)) return before;
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(reported)) if (value !== null) merged[name] = value;
  return merged;
}

/** A usage without one of its counts would make that part free. */
function isUnreadable(value: unknown): boolean {
  return value !== undefined && value !== null && count(value) === undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS ? value : undefined;
}
