import type { Writing } from "../../../form/halves";
import { invalid } from "../../../form/parameters";
import type { CallPart, FoundText, MediaPart, MediaSource, Part, ResultPart, ThoughtPart } from "../../../form/request";
import { parseObjectText, type JsonObject } from "../../../json-value";
import { isEncrypted } from "../../responses/encrypted";

/** The blocks for the parts of a turn. Empty texts are left out, because Anthropic refuses them. */
export function writeBlocks(parts: readonly Part[], writing: Writing): JsonObject[] {
  return parts.flatMap((part) => writeBlock(part, writing));
}

function writeBlock(part: Part, writing: Writing): JsonObject[] {
  switch (part.kind) {
    case "text":
      if (part.found) return [searchResult(part.found, part)];
      return part.text === "" ? [] : [{ type: "text", text: part.text, ...cacheControl(part) }];
    case "refusal":
      return part.text === "" ? [] : [{ type: "text", text: part.text, ...cacheControl(part) }];
    case "image":
      return [{ type: "image", source: imageSource(part), ...cacheControl(part) }];
    case "document":
      return [documentBlock(part)];
    case "thought":
      return thinkingBlock(part, writing);
    case "call":
      return [toolUse(part, writing)];
    case "result":
      return [toolResult(part, writing)];
    case "own":
      if (part.dialect === "messages") return [part.value];
      throw writing.refuse(part);
    default:
      throw writing.refuse(part);
  }
}

function isAddress(source: MediaSource): source is Extract<MediaSource, { kind: "url" }> {
  return source.kind === "url" && /^https?:\/\//i.test(source.url);
}

/** As an address or as base64: https://platform.claude.com/docs/en/build-with-claude/vision */
function imageSource({ source }: MediaPart): JsonObject {
  if (isAddress(source)) return { type: "url", url: source.url };
  if (source.kind === "bytes") return { type: "base64", media_type: source.mediaType, data: source.data };
  throw invalid(source.at, `${source.at} must be an image, as an https: address or in base64.`);
}

/** https://platform.claude.com/docs/en/build-with-claude/pdf-support */
function documentBlock(part: MediaPart): JsonObject {
  const { title } = part;
  return {
    type: "document",
    source: documentSource(part),
    ...(title !== undefined && { title }),
    ...(part.context !== undefined && { context: part.context }),
    ...(part.isCited && { citations: { enabled: true } }),
    ...cacheControl(part),
  };
}

/** https://platform.claude.com/docs/en/build-with-claude/search-results */
function searchResult({ source, title, texts, isCited }: FoundText, marked: Parameters<typeof cacheControl>[0]) {
  return {
    type: "search_result",
    source,
    title,
    content: texts.map((text) => ({ type: "text", text })),
    ...(isCited && { citations: { enabled: true } }),
    ...cacheControl(marked),
  };
}

function documentSource({ source }: MediaPart): JsonObject {
  if (isAddress(source)) return { type: "url", url: source.url };
  if (source.kind === "text") return { type: "text", media_type: "text/plain", data: source.text };
  if (source.kind === "bytes" && source.mediaType === "application/pdf")
    return { type: "base64", media_type: source.mediaType, data: source.data };
  throw invalid(
    source.at,
    `${source.at} must be a PDF, as an https: address or in base64; files that another provider keeps cannot be read by this model.`,
  );
}

/** Anthropic refuses thinking without its original signature, and that of another provider. */
function thinkingBlock(thought: ThoughtPart, { drop }: Writing): JsonObject[] {
  if ("redacted" in thought) return [{ type: "redacted_thinking", data: thought.redacted }];
  const { text, signature } = thought;
  if (signature && !isEncrypted(signature)) return [{ type: "thinking", thinking: text, signature }];
  drop("thoughts");
  return [];
}

function toolUse(call: CallPart, { exact }: Writing): JsonObject {
  const given = call.arguments;
  const input = given.trim() === "" ? {} : parseObjectText(exact.mark(given));
  if (!input) throw invalid(call.at, `${call.at} must be a JSON object, as a text.`);
  return { type: "tool_use", id: toolId(call.id), name: call.name, input, ...cacheControl(call) };
}

function toolResult(result: ResultPart, writing: Writing): JsonObject {
  const content = writeBlocks(result.parts, writing);
  const [first] = content;
  // Most results are one text, which Anthropic accepts as such.
  const isPlain = content.length === 1 && first?.["type"] === "text" && first["cache_control"] === undefined;
  return {
    type: "tool_result",
    tool_use_id: toolId(result.callId),
    ...(content.length > 0 && { content: isPlain ? first["text"] : content }),
    ...(result.isError && { is_error: true }),
    ...cacheControl(result),
  };
}

/**
 * Anthropic accepts only letters, digits, _ and - in ids. A conversation may contain another provider's ids, which have
 * more.
 */
function toolId(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}

export function cacheControl({ cache }: { readonly cache?: JsonObject }): { cache_control?: JsonObject } {
  return cache ? { cache_control: cache } : {};
}
