import type { Usage } from "@/lib/usage";
import type { CallIntent, SpendRecord, TriedAttempt } from "./record";
import { dollarsFromNano } from "./money";

/** Bounds of what one call may put into the journal and the database. */
const LONGEST_TEXT = 512;
const MOST_TAGS = 32;
const MOST_TRIED = 32;
const NOTHING_TRIED: readonly TriedAttempt[] = [];
/** Two of them still fit the database's 32-bit total. */
const MOST_TOKENS = 1_000_000_000;
const LATEST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** PostgreSQL refuses NUL and halves of surrogate pairs; both can come out of a token's claims or a request body. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The intent as it can be stored for sure: texts free of what PostgreSQL refuses and of bounded length, numbers in range. */
export function storableIntent(intent: CallIntent): CallIntent {
  return {
    callId: storableText(intent.callId),
    startedAt: Math.min(wholeNumber(intent.startedAt), LATEST_TIME),
    route: storableText(intent.route),
    requestedModel: storableText(intent.requestedModel),
    model: storableText(intent.model),
    provider: storableText(intent.provider),
    deployment: storableText(intent.deployment),
    estimatedPromptTokens: tokenCount(intent.estimatedPromptTokens),
    keyId: storableId(intent.keyId),
    userId: storableId(intent.userId),
    teamId: storableId(intent.teamId),
    organizationId: storableId(intent.organizationId),
    endUserId: storableId(intent.endUserId),
    tags: intent.tags.slice(0, MOST_TAGS).map(storableText),
  };
}

/** Usage as it can be charged: an upstream may report anything. Parts never exceed their whole. */
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
    source: usage.source,
  };
}

/** The first attempts, as they can be stored. */
export function storableTried(tried: readonly TriedAttempt[] = NOTHING_TRIED): readonly TriedAttempt[] {
  if (tried.length === 0) return NOTHING_TRIED;
  return tried.slice(0, MOST_TRIED).map(({ deployment, provider, model, failure }) => ({
    deployment: storableText(deployment),
    provider: storableText(provider),
    model: storableText(model),
    failure: storableText(failure),
  }));
}

/** Milliseconds as the database can hold them. */
export function storableDuration(milliseconds: number): number {
  return Math.min(wholeNumber(milliseconds), 2 ** 31 - 1);
}

/**
 * The row of a call as JSON with the names of its columns: what the journal keeps and what the database is given, byte
 * for byte, so that a recovered call is booked exactly as it would have been. `intended`: `intentJson` of the call.
 */
export function callRowJson(record: SpendRecord, intended = intentJson(record)): string {
  return `${intended.slice(0, -1)},${outcomeJson(record).slice(1)}`;
}

/** What of a row stands before the call goes upstream, as a JSON object; both lines of the journal hold it. */
export function intentJson(intent: CallIntent): string {
  return JSON.stringify({
    call_id: intent.callId,
    started_at: new Date(intent.startedAt).toISOString(),
    route: intent.route,
    requested_model: intent.requestedModel,
    key_id: intent.keyId,
    user_id: intent.userId,
    team_id: intent.teamId,
    organization_id: intent.organizationId,
    end_user_id: intent.endUserId,
    tags: intent.tags,
  });
}

/** Written by hand: `JSON.stringify` of so many members takes three times as long, twice on every call. */
function outcomeJson(record: SpendRecord): string {
  const { usage } = record;
  return (
    `{"duration_ms":${record.durationMs},"upstream_ms":${record.upstreamMs},"status":"${record.status}","http_status":${record.httpStatus}` +
    `,"model":${JSON.stringify(record.model)},"provider":${JSON.stringify(record.provider)},"deployment":${JSON.stringify(record.deployment)}` +
    (record.attempts === 1 ? "" : `,"attempts":${record.attempts}`) +
    (record.tried.length === 0 ? "" : `,"tried":${JSON.stringify(record.tried)}`) +
    `,"prompt_tokens":${usage.promptTokens},"cached_tokens":${usage.cachedTokens},"completion_tokens":${usage.completionTokens},"reasoning_tokens":${usage.reasoningTokens}` +
    unitJson("cache_write_tokens", usage.cacheWriteTokens) +
    unitJson("cache_write_hour_tokens", usage.cacheWriteHourTokens) +
    unitJson("prompt_audio_tokens", usage.promptAudioTokens) +
    unitJson("cached_audio_tokens", usage.cachedAudioTokens) +
    unitJson("prompt_image_tokens", usage.promptImageTokens) +
    unitJson("completion_audio_tokens", usage.completionAudioTokens) +
    unitJson("completion_image_tokens", usage.completionImageTokens) +
    unitJson("images", usage.images) +
    unitJson("audio_seconds", usage.audioSeconds) +
    unitJson("characters", usage.characters) +
    `,"total_tokens":${usage.promptTokens + usage.completionTokens},"usage_source":"${usage.source}"` +
    `,"spend":"${dollarsFromNano(record.spendNano)}","price_state":"${record.priceState}","price_version":${JSON.stringify(record.priceVersion)}}`
  );
}

/** What few calls have stands in their rows alone. */
function unitJson(column: string, count: number): string {
  return count === 0 ? "" : `,"${column}":${count}`;
}

/** Text that PostgreSQL can hold, of bounded length. */
export function storableText(text: string): string {
  const stored = text.replace(UNSTORABLE, "\uFFFD");
  // Cutting can halve a surrogate pair, which has just been made sure not to be there.
  return stored.length > LONGEST_TEXT ? stored.slice(0, LONGEST_TEXT).replace(UNSTORABLE, "\uFFFD") : stored;
}

function storableId(id: string | null): string | null {
  return id === null ? null : storableText(id);
}

function part(value: number, whole: number): number {
  return Math.min(wholeNumber(value), whole);
}

function tokenCount(value: number): number {
  return Math.min(wholeNumber(value), MOST_TOKENS);
}

function wholeNumber(value: number): number {
  return Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
