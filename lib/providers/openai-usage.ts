import { isObject } from "@/lib/is-object";
import type { Usage } from "@/lib/usage";

/**
 * Reads the `usage` object of an OpenAI-format answer: chat completions, responses, embeddings, images, transcriptions
 * and rerank alike. Undefined if the value is not an object or one of its counts is not a number of tokens: counting
 * only the rest would make that part free. A part may exceed its whole; pricing bounds it.
 */
export function readOpenAiUsage(value: unknown): Usage | undefined {
  if (!isObject(value) || COUNTS.some((name) => isUnreadable(value[name]))) return undefined;
  const total = count(value["total_tokens"]);
  const prompt = count(value["prompt_tokens"]) ?? count(value["input_tokens"]);
  const completion = count(value["completion_tokens"]) ?? count(value["output_tokens"]);
  const seconds = value["seconds"];
  const audioSeconds = typeof seconds === "number" && seconds > 0 ? (count(Math.ceil(seconds)) ?? 0) : 0;
  if (prompt === undefined && completion === undefined && total === undefined && audioSeconds === 0) return undefined;
  // Rerankers and some embedders report only a total.
  const promptTokens = prompt ?? (completion === undefined ? total : undefined) ?? 0;
  // Some providers count thinking neither as prompt nor as completion, but in the total, which they charge.
  const hidden = Math.max(0, (total ?? 0) - promptTokens - (completion ?? 0));
  const ofPrompt = details(value, "prompt_tokens_details", "input_tokens_details", "input_token_details");
  const ofCompletion = details(value, "completion_tokens_details", "output_tokens_details", "output_token_details");
  const ofCached = details(ofPrompt, "cached_tokens_details");
  return {
    promptTokens,
    cachedTokens:
      count(ofPrompt["cached_tokens"]) ?? count(value["cached_tokens"]) ?? count(value["prompt_cache_hit_tokens"]) ?? 0,
    cacheWriteTokens: count(ofPrompt["cache_write_tokens"]) ?? 0,
    cacheWriteHourTokens: 0,
    promptAudioTokens: count(ofPrompt["audio_tokens"]) ?? 0,
    cachedAudioTokens: count(ofCached["audio_tokens"]) ?? 0,
    promptImageTokens: count(ofPrompt["image_tokens"]) ?? 0,
    completionTokens: (completion ?? 0) + hidden,
    reasoningTokens: Math.max(count(ofCompletion["reasoning_tokens"]) ?? 0, hidden),
    completionAudioTokens: count(ofCompletion["audio_tokens"]) ?? 0,
    completionImageTokens: count(ofCompletion["image_tokens"]) ?? 0,
    images: 0,
    audioSeconds,
    characters: 0,
    searchUnits: 0,
    webSearches: searches(value),
    source: "upstream",
  };
}

/** Only aggregators (openrouter.ai/docs, "Usage accounting") and Perplexity (docs.perplexity.ai) say it here. */
function searches(usage: Record<string, unknown>): number {
  return count(details(usage, "server_tool_use")["web_search_requests"]) ?? count(usage["num_search_queries"]) ?? 0;
}

/**
 * The usage that an answer reports. Undefined if it reports none, or nothing but zeros, as upstreams do that do not
 * count.
 */
export function reportedUsage(value: unknown): Usage | undefined {
  const usage = readOpenAiUsage(value);
  return usage && usage.promptTokens + usage.completionTokens + usage.audioSeconds > 0 ? usage : undefined;
}

/**
 * The usage of a stream that was reported before its last text: some upstreams count the prompt in the first event and
 * the rest in one that never comes when the stream breaks. `characters`: of all text that has passed.
 */
export function withLaterText(usage: Usage, characters: number): Usage {
  const completionTokens = Math.max(usage.completionTokens, estimateTokens(characters));
  return { ...usage, completionTokens, source: "estimated" };
}

const COUNTS = ["prompt_tokens", "input_tokens", "completion_tokens", "output_tokens"] as const;

function isUnreadable(value: unknown): boolean {
  return value !== undefined && value !== null && count(value) === undefined;
}

const NOTHING: Record<string, unknown> = {};

function details(value: Record<string, unknown>, ...names: readonly string[]): Record<string, unknown> {
  for (const name of names) {
    const found = value[name];
    if (isObject(found)) return found;
  }
  return NOTHING;
}

/** Estimates the tokens of a text whose usage was not reported, at the usual four characters per token. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

const MAX_TOKENS = 1_000_000_000;

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS ? value : undefined;
}
