import type { Usage } from "@/lib/usage";
import type { CallIntent, SpendRecord, TriedAttempt } from "./record";
import { asciiJson, isPlainText } from "./ascii-json";
import { isoTime } from "@/lib/time/iso-time";
import { dollarsFromNano } from "@/lib/prices/money";

/** Limits of what one call may write to the journal and the database. */
const LONGEST_TEXT = 512;
const MOST_TAGS = 32;
const MOST_TRIED = 32;
const NOTHING_TRIED: readonly TriedAttempt[] = [];
/** Two of these still fit the database's 32-bit total. */
const MOST_TOKENS = 1_000_000_000;
const LATEST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** PostgreSQL refuses NUL and halves of surrogate pairs. Token claims and request bodies can contain both. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/**
 * An intent that can certainly be stored: PostgreSQL accepts its texts, their length is bounded, and numbers are in
 * range.
 */
export function storableIntent(intent: CallIntent): CallIntent {
  return {
    callId: storableText(intent.callId),
    requestId: storableText(intent.requestId),
    traceId: storableId(intent.traceId),
    startedAt: Math.min(wholeNumber(intent.startedAt), LATEST_TIME),
    decisionMs: intent.decisionMs === null ? null : storableDuration(intent.decisionMs),
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
    teamOrganizationId: storableId(intent.teamOrganizationId),
    endUserId: storableId(intent.endUserId),
    endUserSigned: intent.endUserSigned,
    issuer: storableId(intent.issuer),
    tags: intent.tags.length === 0 ? intent.tags : intent.tags.slice(0, MOST_TAGS).map(storableText),
  };
}

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

/** Milliseconds that the database can store. */
export function storableDuration(milliseconds: number): number {
  return Math.min(wholeNumber(milliseconds), 2 ** 31 - 1);
}

/**
 * A call's row as JSON with the names of its columns, as the journal keeps it. A recovered call is booked exactly like
 * any other: `rowLiteral` of this row equals `callLiteral` of the record. Columns without a value are left out.
 * `intended` is `intentMembers` of the call.
 */
export function callRowJson(record: SpendRecord, intended = intentMembers(record)): string {
  return `{${intended}${outcomeMembers(record)}}`;
}

/**
 * The part of a row that is known before the call goes upstream: JSON members, each followed by a comma. Both lines of
 * the journal contain it.
 */
export function intentMembers(intent: CallIntent): string {
  return (
    `"call_id":${asciiJson(intent.callId)},"started_at":"${isoTime(intent.startedAt)}"` +
    `,"route":${asciiJson(intent.route)},"requested_model":${asciiJson(intent.requestedModel)},` +
    // A request id that is the call's id is not written twice.
    (intent.requestId === intent.callId ? "" : `"request_id":${asciiJson(intent.requestId)},`) +
    idMember("trace_id", intent.traceId) +
    (intent.decisionMs === null ? "" : `"decision_ms":${intent.decisionMs},`) +
    idMember("key_id", intent.keyId) +
    idMember("user_id", intent.userId) +
    idMember("team_id", intent.teamId) +
    idMember("organization_id", intent.organizationId) +
    idMember("team_organization_id", intent.teamOrganizationId) +
    idMember("end_user_id", intent.endUserId) +
    (intent.endUserSigned ? `"end_user_signed":true,` : "") +
    idMember("issuer", intent.issuer) +
    (intent.tags.length === 0 ? "" : `"tags":[${intent.tags.map(asciiJson).join(",")}],`)
  );
}

function idMember(column: string, id: string | null): string {
  return id === null ? "" : `"${column}":${asciiJson(id)},`;
}

/** Written by hand: `JSON.stringify` with so many members takes three times as long, twice per call. */
function outcomeMembers(record: SpendRecord): string {
  const { usage } = record;
  return (
    `"duration_ms":${record.durationMs},"status":"${record.status}"` +
    (record.upstreamMs === null ? "" : `,"upstream_ms":${record.upstreamMs}`) +
    (record.firstTokenMs === null ? "" : `,"first_token_ms":${record.firstTokenMs}`) +
    (record.httpStatus === null ? "" : `,"http_status":${record.httpStatus}`) +
    (record.upstreamRequestId === null ? "" : `,"upstream_request_id":${asciiJson(record.upstreamRequestId)}`) +
    `,"model":${asciiJson(record.model)},"provider":${asciiJson(record.provider)},"deployment":${asciiJson(record.deployment)}` +
    (record.attempts === 1 ? "" : `,"attempts":${record.attempts}`) +
    (record.tried.length === 0 ? "" : `,"tried":[${record.tried.map(triedJson).join(",")}]`) +
    `,"prompt_tokens":${usage.promptTokens},"completion_tokens":${usage.completionTokens},"total_tokens":${usage.promptTokens + usage.completionTokens}` +
    unitMember("cached_tokens", usage.cachedTokens) +
    unitMember("reasoning_tokens", usage.reasoningTokens) +
    unitMember("cache_write_tokens", usage.cacheWriteTokens) +
    unitMember("cache_write_hour_tokens", usage.cacheWriteHourTokens) +
    unitMember("prompt_audio_tokens", usage.promptAudioTokens) +
    unitMember("cached_audio_tokens", usage.cachedAudioTokens) +
    unitMember("prompt_image_tokens", usage.promptImageTokens) +
    unitMember("completion_audio_tokens", usage.completionAudioTokens) +
    unitMember("completion_image_tokens", usage.completionImageTokens) +
    unitMember("images", usage.images) +
    unitMember("audio_seconds", usage.audioSeconds) +
    unitMember("characters", usage.characters) +
    `,"usage_source":"${usage.source}","spend":"${dollarsFromNano(record.spendNano)}","price_state":"${record.priceState}"` +
    (record.priceVersion === null ? "" : `,"price_version":${asciiJson(record.priceVersion)}`)
  );
}

function unitMember(column: string, count: number): string {
  return count === 0 ? "" : `,"${column}":${count}`;
}

function triedJson({ deployment, provider, model, failure }: TriedAttempt): string {
  return `{"deployment":${asciiJson(deployment)},"provider":${asciiJson(provider)},"model":${asciiJson(model)},"failure":${asciiJson(failure)}}`;
}

/** A text that PostgreSQL can store, of bounded length. */
export function storableText(text: string): string {
  if (text.length <= LONGEST_TEXT && isPlainText(text)) return text;
  const stored = text.replace(UNSTORABLE, "\uFFFD");
  // Cutting may halve a surrogate pair, so clean the text again.
  return stored.length > LONGEST_TEXT ? stored.slice(0, LONGEST_TEXT).replace(UNSTORABLE, "\uFFFD") : stored;
}

/** `storableText` of an id that may be missing. */
export function storableId(id: string | null): string | null {
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
