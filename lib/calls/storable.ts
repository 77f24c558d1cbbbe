import type { Usage } from "@/lib/usage";
import { withoutUnstorable } from "@/lib/storable-text";
import { isPlainText } from "./encode";

/** Limits of what one call may write to the journal and the database. */
const LONGEST_TEXT = 512;
const MOST_TAGS = 32;
/** Two of these still fit the database's 32-bit total. */
const MOST_TOKENS = 1_000_000_000;
const LATEST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** A usage that can be charged, whatever an upstream reports. No part exceeds its whole. */
export function storableUsage(usage: Usage): Usage {
  const promptTokens = tokenCount(usage.promptTokens);
  const completionTokens = tokenCount(usage.completionTokens);
  const cachedTokens = part(usage.cachedTokens, promptTokens);
  const cacheWriteTokens = part(usage.cacheWriteTokens, promptTokens - cachedTokens);
  const promptAudioTokens = part(usage.promptAudioTokens, promptTokens);
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens,
    cacheWriteHourTokens: part(usage.cacheWriteHourTokens, cacheWriteTokens),
    promptAudioTokens,
    cachedAudioTokens: part(usage.cachedAudioTokens, Math.min(cachedTokens, promptAudioTokens)),
    promptImageTokens: part(usage.promptImageTokens, promptTokens),
    completionTokens,
    reasoningTokens: part(usage.reasoningTokens, completionTokens),
    completionAudioTokens: part(usage.completionAudioTokens, completionTokens),
    completionImageTokens: part(usage.completionImageTokens, completionTokens),
    images: tokenCount(usage.images),
    audioSeconds: tokenCount(usage.audioSeconds),
    characters: tokenCount(usage.characters),
    searchUnits: tokenCount(usage.searchUnits),
    webSearches: tokenCount(usage.webSearches),
    source: usage.source,
  };
}

/** Milliseconds that the database can store. */
export function storableDuration(milliseconds: number): number {
  return Math.min(wholeNumber(milliseconds), 2 ** 31 - 1);
}

/** `storableDuration` of a duration that may be unknown. */
export function storableDurationOrNull(milliseconds: number | null): number | null {
  return milliseconds === null ? null : storableDuration(milliseconds);
}

/** An instant that the database can store, in milliseconds since the epoch. */
export function storableTime(milliseconds: number): number {
  return Math.min(wholeNumber(milliseconds), LATEST_TIME);
}

/** The first tags, as they can be stored. */
export function storableNames(names: readonly string[]): readonly string[] {
  return names.length === 0 ? names : names.slice(0, MOST_TAGS).map(storableText);
}

/** A text that PostgreSQL can store, of bounded length. */
export function storableText(text: string): string {
  if (text.length <= LONGEST_TEXT && isPlainText(text)) return text;
  const stored = withoutUnstorable(text);
  // Cutting may halve a surrogate pair, so clean the text again.
  return stored.length > LONGEST_TEXT ? withoutUnstorable(stored.slice(0, LONGEST_TEXT)) : stored;
}

/** `storableText` of an id that may be missing. */
export function storableId(id: string | null): string | null {
  return id === null ? null : storableText(id);
}

function part(value: number, whole: number): number {
  return Math.min(wholeNumber(value), whole);
}

export function tokenCount(value: number): number {
  return Math.min(wholeNumber(value), MOST_TOKENS);
}

function wholeNumber(value: number): number {
  return Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
