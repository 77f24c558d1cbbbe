import type { Writing } from "../../../form/halves";
import { addressOf, isMedia, onlyBytes } from "../../../form/media";
import { toldResult } from "../../../form/told-result";
import type { MediaPart, Part, ResultPart, TextPart, Turn } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { toolCall } from "../tool-calls";

/** The messages for the turns; a turn of which nothing is left has none. */
export function writeMessages(turns: readonly Turn[], writing: Writing): JsonObject[] {
  return turns.flatMap(({ role, parts }) => {
    if (role === "system") return systemMessage(parts);
    return role === "user" ? userMessages(parts, (part) => writePart(part, writing)) : assistantMessage(parts, writing);
  });
}

function systemMessage(parts: readonly Part[]): JsonObject[] {
  // Not every provider accepts a list of parts here.
  return parts.length === 0 ? [] : [{ role: "system", content: textOf(parts, "\n\n") }];
}

/**
 * The messages for what a user says, in parts that `write` makes. Results of calls come first, one message each.
 * Whatever in them is not text follows in the user's message, the only one that may contain images.
 */
export function userMessages(parts: readonly Part[], write: (part: Part) => JsonObject[]): JsonObject[] {
  const results: JsonObject[] = [];
  const said: JsonObject[] = [];
  for (const part of parts) {
    if (part.kind !== "result") {
      said.push(...write(part));
      continue;
    }
    const written = part.parts.flatMap(write);
    results.push(toolMessage(part, written));
    said.push(...written.filter(({ type }) => type !== "text"));
  }
  return [...results, ...(said.length > 0 ? [{ role: "user", content: contentOf(said) }] : [])];
}

function toolMessage({ callId, isError }: ResultPart, written: readonly JsonObject[]): JsonObject {
  const texts = written.flatMap(({ type, text }) => (type === "text" ? [String(text)] : []));
  return { role: "tool", tool_call_id: callId, content: toldResult(texts.join("\n\n"), isError) };
}

/** A single text stays a text, which every provider accepts. */
function contentOf(parts: readonly JsonObject[]): unknown {
  const [first] = parts;
  return parts.length === 1 && first?.["type"] === "text" ? first["text"] : parts;
}

/** Thoughts are left out: another provider's model cannot use them. */
function assistantMessage(parts: readonly Part[], writing: Writing): JsonObject[] {
  for (const part of parts) if (part.kind === "own" || isMedia(part)) throw writing.refuse(part);
  const texts = parts.filter(({ kind }) => kind === "text" || kind === "refusal");
  const calls = parts.filter((part) => part.kind === "call").map(toolCall);
  if (texts.length === 0 && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: texts.length > 0 ? textOf(texts, "") : null,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

/** What parts say in words, refusals included. */
export function textOf(parts: readonly Part[], separator: string): string {
  return parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? [part.text] : [])).join(separator);
}

function writePart(part: Part, writing: Writing): JsonObject[] {
  switch (part.kind) {
    case "text":
      return [textPart(part)];
    case "image":
      return [{ type: "image_url", image_url: { url: addressOf(part), ...(part.detail && { detail: part.detail }) } }];
    case "document":
      return [documentPart(part, writing)];
    case "audio":
      return [audioPart(part)];
    case "own":
      if (part.dialect === "chat") return [part.value];
      throw writing.refuse(part);
    default:
      return [];
  }
}

function textPart({ text }: Pick<TextPart, "text">): JsonObject {
  return { type: "text", text };
}

function documentPart({ kind, source, title }: MediaPart, { drop }: Writing): JsonObject {
  if (source.kind === "text") {
    if (title !== undefined) drop("title");
    return textPart(source);
  }
  if (source.kind === "bytes")
    return {
      type: "file",
      file: { filename: title ?? "document.pdf", file_data: `data:${source.mediaType};base64,${source.data}` },
    };
  return onlyBytes(kind, source);
}

function audioPart({ kind, source }: MediaPart): JsonObject {
  if (source.kind !== "bytes") return onlyBytes(kind, source);
  return { type: "input_audio", input_audio: { data: source.data, format: source.mediaType.replace(/^audio\//, "") } };
}
