export type CallStatus = "success" | "error" | "cancelled" | "interrupted";
/** What one call used, as plain counts. A part is charged once, at its own price instead of its whole's. */
export interface UsageUnits {
  readonly promptTokens: number;
  /** Part of the prompt: read from the provider's cache. */
  readonly cachedTokens: number;
  /** Part of the prompt, none of them in `cachedTokens`: written to the provider's cache. */
  readonly cacheWriteTokens: number;
  /** Part of `cacheWriteTokens`: kept for an hour, which some providers charge differently. */
  readonly cacheWriteHourTokens: number;
  /** Part of the prompt. */
  readonly promptAudioTokens: number;
  /** Part of both `cachedTokens` and `promptAudioTokens`. */
  readonly cachedAudioTokens: number;
  /** Part of the prompt. */
  readonly promptImageTokens: number;
  readonly completionTokens: number;
  /** Part of the completion. */
  readonly reasoningTokens: number;
  /** Part of the completion. */
  readonly completionAudioTokens: number;
  /** Part of the completion. */
  readonly completionImageTokens: number;
  /** Images made. */
  readonly images: number;
  /** Whole seconds of audio listened to, for models that charge by time. */
  readonly audioSeconds: number;
  /** Characters of text spoken, for models that charge by them. */
  readonly characters: number;
}

export interface Usage extends UsageUnits {
  readonly source: "upstream" | "estimated";
}

/** A call that used nothing; also what other usages are made from: `{ ...NO_USAGE, promptTokens: 3 }`. */
export const NO_USAGE: Usage = {
  promptTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteHourTokens: 0,
  promptAudioTokens: 0,
  cachedAudioTokens: 0,
  promptImageTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  completionAudioTokens: 0,
  completionImageTokens: 0,
  images: 0,
  audioSeconds: 0,
  characters: 0,
  source: "upstream",
};
