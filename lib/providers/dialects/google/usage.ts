import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { listAt, type JsonObject } from "../../json-value";

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

/**
 * Reads Google's `usageMetadata`; undefined if the value is not one, or a count of it is not a number of tokens. The
 * prompt includes what came from the cache, but neither what Google's own tools put into it nor the thoughts, which are
 * charged as completion (ai.google.dev/api/generate-content#UsageMetadata). `webSearches`: as `chargedSearches` counts.
 */
export function readGoogleUsage(value: unknown, webSearches = 0): Usage | undefined {
  if (!isObject(value) || COUNTS.some((name) => isUnreadable(value[name]))) return undefined;
  const [prompt, tools, candidates, thoughts, total] = COUNTS.map((name) => count(value[name]) ?? 0);
  const promptTokens = (prompt ?? 0) + (tools ?? 0);
  const completion = (candidates ?? 0) + (thoughts ?? 0);
  // What is in the total alone is charged too.
  const hidden = Math.max(0, (total ?? 0) - promptTokens - completion);
  if (promptTokens + completion + hidden === 0) return undefined;
  return {
    ...NO_USAGE,
    promptTokens,
    cachedTokens: count(value["cachedContentTokenCount"]) ?? 0,
    promptAudioTokens: ofModality(value, "promptTokensDetails", "AUDIO"),
    cachedAudioTokens: ofModality(value, "cacheTokensDetails", "AUDIO"),
    promptImageTokens: ofModality(value, "promptTokensDetails", "IMAGE"),
    completionTokens: completion + hidden,
    reasoningTokens: (thoughts ?? 0) + hidden,
    completionAudioTokens: ofModality(value, "candidatesTokensDetails", "AUDIO"),
    completionImageTokens: ofModality(value, "candidatesTokensDetails", "IMAGE"),
    webSearches,
    source: "upstream",
  };
}

const COUNTS = [
  "promptTokenCount",
  "toolUsePromptTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
  "totalTokenCount",
] as const;

const MAX_TOKENS = 1_000_000_000;

function ofModality(value: JsonObject, name: string, modality: string): number {
  const found = listAt(value, name).filter((one) => isObject(one) && one["modality"] === modality);
  return found.reduce<number>((sum, one) => sum + (isObject(one) ? (count(one["tokenCount"]) ?? 0) : 0), 0);
}

function isUnreadable(value: unknown): boolean {
  return value !== undefined && value !== null && count(value) === undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS ? value : undefined;
}
