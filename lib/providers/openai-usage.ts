import type { Usage } from "@/lib/spend/record";

/** Reads the `usage` object of an OpenAI answer, of chat completions, embeddings and responses alike; undefined when it is none. */
export function readOpenAiUsage(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined;
  const promptTokens = count(value["prompt_tokens"]) ?? count(value["input_tokens"]);
  const completionTokens = count(value["completion_tokens"]) ?? count(value["output_tokens"]);
  if (promptTokens === undefined && completionTokens === undefined) return undefined;
  const promptDetails = value["prompt_tokens_details"] ?? value["input_tokens_details"];
  const completionDetails = value["completion_tokens_details"] ?? value["output_tokens_details"];
  const cached = isObject(promptDetails) ? count(promptDetails["cached_tokens"]) : undefined;
  const reasoning = isObject(completionDetails) ? count(completionDetails["reasoning_tokens"]) : undefined;
  return {
    promptTokens: promptTokens ?? 0,
    // A part is never more than its whole, whatever the upstream says: it would be charged as a negative rest.
    cachedTokens: Math.min(cached ?? 0, promptTokens ?? 0),
    completionTokens: completionTokens ?? 0,
    reasoningTokens: Math.min(reasoning ?? 0, completionTokens ?? 0),
    source: "upstream",
  };
}

/** Tokens of a text whose usage nobody reported: the common four characters to a token. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

const MAX_TOKENS = 1_000_000_000;

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
