// Generated from lib/calls/columns.ts by scripts/generate-call-row.mjs. Do not edit.
import type { CallStatus, Usage } from "@/lib/usage";
import { isoTime } from "@/lib/time/iso-time";
import { dollarsFromNano } from "@/lib/prices/money";
import { asciiJson, jsonOrNothing, member, namesJson, quoted, quotedAgain, quotedList } from "./encode";
import type { RowFields } from "./row-fields";
import { storableDurationOrNull, storableId, storableNames, storableText, storableTime, tokenCount } from "./storable";
import { type TriedAttempt, triedJson } from "./tried";

/** What is known of a call before it goes upstream: the journal's first line about it. */
export interface CallIntent {
  readonly callId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The canonical route, without `/v1`. */
  readonly route: string;
  readonly requestedModel: string;
  /** The upstream's name of the model. */
  readonly model: string;
  readonly provider: string;
  /** The id of the model list entry that served the call. */
  readonly deployment: string;
  readonly keyId: string | null;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly organizationId: string | null;
  readonly endUserId: string | null;
  readonly tags: readonly string[];
  /** The team's organisation, where the token named another: the call is charged to both. */
  readonly teamOrganizationId: string | null;
  /** The `x-request-id` of the answer: the caller's own, or else the call's id. */
  readonly requestId: string;
  /** Of the trace that the call is a part of. */
  readonly traceId: string | null;
  /** How long authenticating and deciding took before `started_at`, without the upload of the body. */
  readonly decisionMs: number | null;
  /** Of the caller's token or console login; null: the caller had a key or the master key. */
  readonly issuer: string | null;
  /** The caller's name for the session that the call belongs to, from a header or the body. */
  readonly sessionId: string | null;
  /** The server of the tool that was called; null: a model was called. */
  readonly mcpServer: string | null;
  /** The tool that was called, by its name at its server; null: a model was called. */
  readonly mcpTool: string | null;
  /** kept, dropped or declined; null: neither its team nor its key keeps content. */
  readonly content: string | null;
  /** A signed claim names the end user, so the name counts as no new one (`max_new_names_per_day`). */
  readonly endUserSigned: boolean;
  readonly estimatedPromptTokens: number;
}

/** How a call ended: the journal's second line about it. */
export interface CallOutcome {
  readonly durationMs: number;
  readonly upstreamMs: number | null;
  readonly status: CallStatus;
  readonly httpStatus: number | null;
  /** The number of attempts; the last one went to `deployment`. */
  readonly attempts: number;
  /** Whole nano-dollars (1e-9 dollars). */
  readonly spendNano: bigint;
  readonly priceState: "priced" | "unpriced" | "free";
  readonly priceVersion: string | null;
  /** The failed attempts before `deployment`, in order. */
  readonly tried: readonly TriedAttempt[];
  /** The upstream's own id of the last attempt. */
  readonly upstreamRequestId: string | null;
  /** From `started_at` to the first content of a stream; null: it was not a stream, or nothing came. */
  readonly firstTokenMs: number | null;
  readonly usage: Usage;
}

/** A finished call, as the ledger books it. */
export interface SpendRecord extends CallIntent, CallOutcome {}

/** Where a call went at last. */
export type ServedNames = Pick<CallIntent, "model" | "provider" | "deployment">;

/**
 * An intent that can certainly be stored: PostgreSQL accepts its texts, their length is bounded, and numbers are in
 * range.
 */
export function storableIntent(intent: CallIntent): CallIntent {
  return {
    callId: storableText(intent.callId),
    startedAt: storableTime(intent.startedAt),
    route: storableText(intent.route),
    requestedModel: storableText(intent.requestedModel),
    model: storableText(intent.model),
    provider: storableText(intent.provider),
    deployment: storableText(intent.deployment),
    keyId: storableId(intent.keyId),
    userId: storableId(intent.userId),
    teamId: storableId(intent.teamId),
    organizationId: storableId(intent.organizationId),
    endUserId: storableId(intent.endUserId),
    tags: storableNames(intent.tags),
    teamOrganizationId: storableId(intent.teamOrganizationId),
    requestId: storableText(intent.requestId),
    traceId: storableId(intent.traceId),
    decisionMs: storableDurationOrNull(intent.decisionMs),
    issuer: storableId(intent.issuer),
    sessionId: storableId(intent.sessionId),
    mcpServer: storableId(intent.mcpServer),
    mcpTool: storableId(intent.mcpTool),
    content: storableId(intent.content),
    endUserSigned: intent.endUserSigned,
    estimatedPromptTokens: tokenCount(intent.estimatedPromptTokens),
  };
}

/** The record of a call. A spread with members behind it would take 5 µs on the hot path. */
export function joinRecord(intent: CallIntent, served: ServedNames, outcome: CallOutcome): SpendRecord {
  return {
    callId: intent.callId,
    startedAt: intent.startedAt,
    route: intent.route,
    requestedModel: intent.requestedModel,
    model: served.model,
    provider: served.provider,
    deployment: served.deployment,
    keyId: intent.keyId,
    userId: intent.userId,
    teamId: intent.teamId,
    organizationId: intent.organizationId,
    endUserId: intent.endUserId,
    tags: intent.tags,
    teamOrganizationId: intent.teamOrganizationId,
    requestId: intent.requestId,
    traceId: intent.traceId,
    decisionMs: intent.decisionMs,
    issuer: intent.issuer,
    sessionId: intent.sessionId,
    mcpServer: intent.mcpServer,
    mcpTool: intent.mcpTool,
    content: intent.content,
    endUserSigned: intent.endUserSigned,
    estimatedPromptTokens: intent.estimatedPromptTokens,
    durationMs: outcome.durationMs,
    upstreamMs: outcome.upstreamMs,
    status: outcome.status,
    httpStatus: outcome.httpStatus,
    attempts: outcome.attempts,
    spendNano: outcome.spendNano,
    priceState: outcome.priceState,
    priceVersion: outcome.priceVersion,
    tried: outcome.tried,
    upstreamRequestId: outcome.upstreamRequestId,
    firstTokenMs: outcome.firstTokenMs,
    usage: outcome.usage,
  };
}

/** What is known of a call before it goes upstream, as both forms of a row begin with it. */
export interface EncodedIntent {
  /** Members of a JSON object. */
  readonly members: string;
  /** Fields of a literal. */
  readonly fields: string;
}

/** Encodes an intent. Each string is looked at once for both forms. */
export function encodeIntent(intent: CallIntent): EncodedIntent {
  const callId = asciiJson(intent.callId);
  const route = asciiJson(intent.route);
  const requestedModel = asciiJson(intent.requestedModel);
  const keyId = jsonOrNothing(intent.keyId);
  const userId = jsonOrNothing(intent.userId);
  const teamId = jsonOrNothing(intent.teamId);
  const organizationId = jsonOrNothing(intent.organizationId);
  const endUserId = jsonOrNothing(intent.endUserId);
  const teamOrganizationId = jsonOrNothing(intent.teamOrganizationId);
  const requestId = intent.requestId === intent.callId ? "" : asciiJson(intent.requestId);
  const traceId = jsonOrNothing(intent.traceId);
  const issuer = jsonOrNothing(intent.issuer);
  const sessionId = jsonOrNothing(intent.sessionId);
  const mcpServer = jsonOrNothing(intent.mcpServer);
  const mcpTool = jsonOrNothing(intent.mcpTool);
  const content = jsonOrNothing(intent.content);
  return {
    members:
      `"call_id":${callId}` +
      `,"started_at":"${isoTime(intent.startedAt)}"` +
      `,"route":${route}` +
      `,"requested_model":${requestedModel}` +
      member("key_id", keyId) +
      member("user_id", userId) +
      member("team_id", teamId) +
      member("organization_id", organizationId) +
      member("end_user_id", endUserId) +
      (intent.tags.length === 0 ? "" : `,"tags":${namesJson(intent.tags)}`) +
      member("team_organization_id", teamOrganizationId) +
      member("request_id", requestId) +
      member("trace_id", traceId) +
      (intent.decisionMs === null ? "" : `,"decision_ms":${intent.decisionMs}`) +
      member("issuer", issuer) +
      member("session_id", sessionId) +
      member("mcp_server", mcpServer) +
      member("mcp_tool", mcpTool) +
      member("content", content) +
      (!intent.endUserSigned ? "" : `,"end_user_signed":${intent.endUserSigned}`),
    fields:
      `${quotedAgain(intent.callId, callId)}` +
      `,"${isoTime(intent.startedAt)}"` +
      `,${quotedAgain(intent.route, route)}` +
      `,${quotedAgain(intent.requestedModel, requestedModel)}` +
      `,${quotedAgain(intent.keyId, keyId)}` +
      `,${quotedAgain(intent.userId, userId)}` +
      `,${quotedAgain(intent.teamId, teamId)}` +
      `,${quotedAgain(intent.organizationId, organizationId)}` +
      `,${quotedAgain(intent.endUserId, endUserId)}` +
      (intent.tags.length === 0 ? "," : `,${quotedList(intent.tags)}`) +
      `,${quotedAgain(intent.teamOrganizationId, teamOrganizationId)}` +
      `,${quotedAgain(intent.requestId, requestId)}` +
      `,${quotedAgain(intent.traceId, traceId)}` +
      (intent.decisionMs === null ? "," : `,${intent.decisionMs}`) +
      `,${quotedAgain(intent.issuer, issuer)}` +
      `,${quotedAgain(intent.sessionId, sessionId)}` +
      `,${quotedAgain(intent.mcpServer, mcpServer)}` +
      `,${quotedAgain(intent.mcpTool, mcpTool)}` +
      `,${quotedAgain(intent.content, content)}` +
      (!intent.endUserSigned ? "," : `,"true"`),
  };
}

/** The other members of a row, each behind a comma. */
export function outcomeMembers(record: SpendRecord): string {
  const { usage } = record;
  return (
    `,"duration_ms":${record.durationMs}` +
    (record.upstreamMs === null ? "" : `,"upstream_ms":${record.upstreamMs}`) +
    `,"status":"${record.status}"` +
    (record.httpStatus === null ? "" : `,"http_status":${record.httpStatus}`) +
    `,"model":${asciiJson(record.model)}` +
    `,"provider":${asciiJson(record.provider)}` +
    `,"deployment":${asciiJson(record.deployment)}` +
    (record.attempts === 1 ? "" : `,"attempts":${record.attempts}`) +
    `,"prompt_tokens":${usage.promptTokens}` +
    (usage.cachedTokens === 0 ? "" : `,"cached_tokens":${usage.cachedTokens}`) +
    (usage.cacheWriteTokens === 0 ? "" : `,"cache_write_tokens":${usage.cacheWriteTokens}`) +
    (usage.cacheWriteHourTokens === 0 ? "" : `,"cache_write_hour_tokens":${usage.cacheWriteHourTokens}`) +
    (usage.promptAudioTokens === 0 ? "" : `,"prompt_audio_tokens":${usage.promptAudioTokens}`) +
    (usage.cachedAudioTokens === 0 ? "" : `,"cached_audio_tokens":${usage.cachedAudioTokens}`) +
    (usage.promptImageTokens === 0 ? "" : `,"prompt_image_tokens":${usage.promptImageTokens}`) +
    `,"completion_tokens":${usage.completionTokens}` +
    (usage.reasoningTokens === 0 ? "" : `,"reasoning_tokens":${usage.reasoningTokens}`) +
    (usage.completionAudioTokens === 0 ? "" : `,"completion_audio_tokens":${usage.completionAudioTokens}`) +
    (usage.completionImageTokens === 0 ? "" : `,"completion_image_tokens":${usage.completionImageTokens}`) +
    (usage.images === 0 ? "" : `,"images":${usage.images}`) +
    (usage.audioSeconds === 0 ? "" : `,"audio_seconds":${usage.audioSeconds}`) +
    (usage.characters === 0 ? "" : `,"characters":${usage.characters}`) +
    (usage.searchUnits === 0 ? "" : `,"search_units":${usage.searchUnits}`) +
    (usage.webSearches === 0 ? "" : `,"web_searches":${usage.webSearches}`) +
    `,"total_tokens":${usage.promptTokens + usage.completionTokens}` +
    `,"usage_source":"${usage.source}"` +
    `,"spend":"${dollarsFromNano(record.spendNano)}"` +
    `,"price_state":"${record.priceState}"` +
    (record.priceVersion === null ? "" : `,"price_version":${asciiJson(record.priceVersion)}`) +
    (record.tried.length === 0 ? "" : `,"tried":${triedJson(record.tried)}`) +
    (record.upstreamRequestId === null ? "" : `,"upstream_request_id":${asciiJson(record.upstreamRequestId)}`) +
    (record.firstTokenMs === null ? "" : `,"first_token_ms":${record.firstTokenMs}`)
  );
}

/** The other fields of a literal. */
export function outcomeFields(record: SpendRecord): string {
  const { usage } = record;
  return (
    `${record.durationMs}` +
    (record.upstreamMs === null ? "," : `,${record.upstreamMs}`) +
    `,"${record.status}"` +
    (record.httpStatus === null ? "," : `,${record.httpStatus}`) +
    `,${quoted(record.model)}` +
    `,${quoted(record.provider)}` +
    `,${quoted(record.deployment)}` +
    (record.attempts === 1 ? "," : `,${record.attempts}`) +
    `,${usage.promptTokens}` +
    (usage.cachedTokens === 0 ? "," : `,${usage.cachedTokens}`) +
    (usage.cacheWriteTokens === 0 ? "," : `,${usage.cacheWriteTokens}`) +
    (usage.cacheWriteHourTokens === 0 ? "," : `,${usage.cacheWriteHourTokens}`) +
    (usage.promptAudioTokens === 0 ? "," : `,${usage.promptAudioTokens}`) +
    (usage.cachedAudioTokens === 0 ? "," : `,${usage.cachedAudioTokens}`) +
    (usage.promptImageTokens === 0 ? "," : `,${usage.promptImageTokens}`) +
    `,${usage.completionTokens}` +
    (usage.reasoningTokens === 0 ? "," : `,${usage.reasoningTokens}`) +
    (usage.completionAudioTokens === 0 ? "," : `,${usage.completionAudioTokens}`) +
    (usage.completionImageTokens === 0 ? "," : `,${usage.completionImageTokens}`) +
    (usage.images === 0 ? "," : `,${usage.images}`) +
    (usage.audioSeconds === 0 ? "," : `,${usage.audioSeconds}`) +
    (usage.characters === 0 ? "," : `,${usage.characters}`) +
    (usage.searchUnits === 0 ? "," : `,${usage.searchUnits}`) +
    (usage.webSearches === 0 ? "," : `,${usage.webSearches}`) +
    `,${usage.promptTokens + usage.completionTokens}` +
    `,"${usage.source}"` +
    `,"${dollarsFromNano(record.spendNano)}"` +
    `,"${record.priceState}"` +
    (record.priceVersion === null ? "," : `,${quoted(record.priceVersion)}`) +
    (record.tried.length === 0 ? "," : `,${quoted(JSON.stringify(record.tried))}`) +
    (record.upstreamRequestId === null ? "," : `,${quoted(record.upstreamRequestId)}`) +
    (record.firstTokenMs === null ? "," : `,${record.firstTokenMs}`)
  );
}

/** The record that a row of the journal was made from. */
export function readRecord(row: RowFields): SpendRecord {
  const callId = row.text("call_id", "");
  const usage: Usage = {
    promptTokens: row.number("prompt_tokens", 0),
    cachedTokens: row.number("cached_tokens", 0),
    cacheWriteTokens: row.number("cache_write_tokens", 0),
    cacheWriteHourTokens: row.number("cache_write_hour_tokens", 0),
    promptAudioTokens: row.number("prompt_audio_tokens", 0),
    cachedAudioTokens: row.number("cached_audio_tokens", 0),
    promptImageTokens: row.number("prompt_image_tokens", 0),
    completionTokens: row.number("completion_tokens", 0),
    reasoningTokens: row.number("reasoning_tokens", 0),
    completionAudioTokens: row.number("completion_audio_tokens", 0),
    completionImageTokens: row.number("completion_image_tokens", 0),
    images: row.number("images", 0),
    audioSeconds: row.number("audio_seconds", 0),
    characters: row.number("characters", 0),
    searchUnits: row.number("search_units", 0),
    webSearches: row.number("web_searches", 0),
    source: row.choice("usage_source", ["upstream", "estimated"], "estimated"),
  };
  return {
    callId,
    startedAt: row.time("started_at"),
    route: row.text("route", ""),
    requestedModel: row.text("requested_model", ""),
    model: row.text("model", ""),
    provider: row.text("provider", ""),
    deployment: row.text("deployment", ""),
    keyId: row.text("key_id", null),
    userId: row.text("user_id", null),
    teamId: row.text("team_id", null),
    organizationId: row.text("organization_id", null),
    endUserId: row.text("end_user_id", null),
    tags: row.names("tags"),
    teamOrganizationId: row.text("team_organization_id", null),
    requestId: row.text("request_id", callId),
    traceId: row.text("trace_id", null),
    decisionMs: row.number("decision_ms", null),
    issuer: row.text("issuer", null),
    sessionId: row.text("session_id", null),
    mcpServer: row.text("mcp_server", null),
    mcpTool: row.text("mcp_tool", null),
    content: row.text("content", null),
    endUserSigned: row.flag("end_user_signed"),
    estimatedPromptTokens: usage.promptTokens,
    durationMs: row.number("duration_ms", 0),
    upstreamMs: row.number("upstream_ms", null),
    status: row.choice("status", ["success", "error", "cancelled", "interrupted", "tool_error"], "error"),
    httpStatus: row.number("http_status", null),
    attempts: row.number("attempts", 1),
    spendNano: row.dollars("spend"),
    priceState: row.choice("price_state", ["priced", "unpriced", "free"], "unpriced"),
    priceVersion: row.text("price_version", null),
    tried: row.tried("tried"),
    upstreamRequestId: row.text("upstream_request_id", null),
    firstTokenMs: row.number("first_token_ms", null),
    usage,
  };
}
