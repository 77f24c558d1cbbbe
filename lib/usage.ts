/** How a call ended. `tool_error`: the tool that was called says that it failed. */
export const CALL_STATUSES = ["success", "error", "cancelled", "interrupted", "tool_error"] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];
/**
 * The units that a call is charged by, in the order in which the wire shows them. The columns of a call, the API and
 * the price calculator read this table.
 * A part is charged once, at its own price instead of that of its whole. A new unit also needs a migration.
 */
export const USAGE_UNITS = {
  promptTokens: { column: "prompt_tokens", says: "Tokens of the whole prompt" },
  cachedTokens: {
    column: "cached_tokens",
    partOf: ["promptTokens"],
    says: "Tokens of the prompt that were read from the provider's cache",
  },
  /** These tokens are not in `cachedTokens`. */
  cacheWriteTokens: {
    column: "cache_write_tokens",
    partOf: ["promptTokens"],
    says: "Tokens of the prompt that were written to the provider's cache",
  },
  /** Some providers charge these differently. */
  cacheWriteHourTokens: {
    column: "cache_write_hour_tokens",
    partOf: ["cacheWriteTokens"],
    says: "Those of `cache_write_tokens` that the cache keeps for an hour",
  },
  promptAudioTokens: { column: "prompt_audio_tokens", partOf: ["promptTokens"], says: "Tokens of audio in the prompt" },
  cachedAudioTokens: {
    column: "cached_audio_tokens",
    partOf: ["cachedTokens", "promptAudioTokens"],
    says: "Tokens of audio in the prompt that were read from the provider's cache",
  },
  promptImageTokens: {
    column: "prompt_image_tokens",
    partOf: ["promptTokens"],
    says: "Tokens of images in the prompt",
  },
  completionTokens: { column: "completion_tokens", says: "Tokens of the whole completion" },
  reasoningTokens: {
    column: "reasoning_tokens",
    partOf: ["completionTokens"],
    says: "Tokens of the completion for reasoning",
  },
  completionAudioTokens: {
    column: "completion_audio_tokens",
    partOf: ["completionTokens"],
    says: "Tokens of audio in the completion",
  },
  completionImageTokens: {
    column: "completion_image_tokens",
    partOf: ["completionTokens"],
    says: "Tokens of images in the completion",
  },
  images: { column: "images", says: "Images that were generated" },
  audioSeconds: { column: "audio_seconds", says: "Whole seconds of audio input, for models that are charged by time" },
  characters: { column: "characters", says: "Characters that became speech, for models that are charged by them" },
  searchUnits: { column: "search_units", says: "Queries of a reranker, each with up to 100 documents" },
  webSearches: { column: "web_searches", says: "Searches of the web that the provider made for the answer" },
} as const satisfies Record<string, UnitRule>;

interface UnitRule {
  /** The name of its column in `calls` and of its field on the wire. */
  readonly column: string;
  /** The units that include this one. */
  readonly partOf?: readonly string[];
  /** Its description in the API reference. */
  readonly says: string;
}

export type UsageUnit = keyof typeof USAGE_UNITS;
export type UnitColumn = (typeof USAGE_UNITS)[UsageUnit]["column"];

export const UNIT_NAMES = Object.keys(USAGE_UNITS) as readonly UsageUnit[];
export const UNIT_COLUMNS: readonly UnitColumn[] = Object.values(USAGE_UNITS).map(({ column }) => column);

/** One value for every column of units, in the order of the table. */
export function byUnitColumn<Value>(valueOf: (rule: UnitRule) => Value): Readonly<Record<UnitColumn, Value>> {
  const entries = Object.values(USAGE_UNITS).map((rule) => [rule.column, valueOf(rule)] as const);
  return Object.fromEntries(entries) as Record<UnitColumn, Value>;
}

/** How much of each unit one call used. */
export type UsageUnits = Readonly<Record<UsageUnit, number>>;

export interface Usage extends UsageUnits {
  readonly source: "upstream" | "estimated";
}

/** Two usages of one call as one. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sums = UNIT_NAMES.map((unit) => [unit, one[unit] + other[unit]] as const);
  const source = other.source === "estimated" ? other.source : one.source;
  return { ...one, ...(Object.fromEntries(sums) as Record<UsageUnit, number>), source };
}

/** The usage of a call that used nothing. Other usages start from it: `{ ...NO_USAGE, promptTokens: 3 }`. */
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
  searchUnits: 0,
  webSearches: 0,
  source: "upstream",
};
