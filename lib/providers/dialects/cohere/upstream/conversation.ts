import type { Writing } from "../../../form/halves";
import { invalid } from "../../../form/parameters";
import { toldResult } from "../../../form/told-result";
import type { CallPart, MediaPart, Part, Turn } from "../../../form/request";
import type { JsonObject } from "../../../json-value";

/** The messages for the turns; a turn of which nothing is left has none. */
export function writeMessages(turns: readonly Turn[], writing: Writing): JsonObject[] {
  return turns.flatMap(({ role, parts }) => {
    if (role === "user") return userMessages(parts, writing);
    if (role === "assistant") return assistantMessage(parts, writing);
    const content = textOf(parts, "\n\n");
    return content === "" ? [] : [{ role: "system", content }];
  });
}

/** Results come first, one message each; their images follow in the user's message, the only one that may have any. */
function userMessages(parts: readonly Part[], writing: Writing): JsonObject[] {
  const results: JsonObject[] = [];
  const said: JsonObject[] = [];
  for (const part of parts) {
    if (part.kind !== "result") {
      said.push(...writePart(part, writing));
      continue;
    }
    const written = part.parts.flatMap((inner) => writePart(inner, writing));
    const texts = written.flatMap(({ type, text }) => (type === "text" ? [String(text)] : []));
    results.push({ role: "tool", tool_call_id: part.callId, content: toldResult(texts.join("\n\n"), part.isError) });
    said.push(...written.filter(({ type }) => type !== "text"));
  }
  const [only, second] = said;
  if (!only) return results;
  const content = second === undefined && only["type"] === "text" ? only["text"] : said;
  return [...results, { role: "user", content }];
}

/** Thoughts are left out: they may be another provider's. */
function assistantMessage(parts: readonly Part[], writing: Writing): JsonObject[] {
  for (const part of parts)
    if (part.kind === "own" || part.kind === "image" || part.kind === "document" || part.kind === "audio")
      throw writing.refuse(part);
  const text = textOf(parts, "");
  const calls = parts.filter((part) => part.kind === "call").map(toolCall);
  if (text === "" && calls.length === 0) return [];
  return [{ role: "assistant", ...(text !== "" && { content: text }), ...(calls.length > 0 && { tool_calls: calls }) }];
}

function textOf(parts: readonly Part[], separator: string): string {
  return parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? [part.text] : [])).join(separator);
}

function toolCall({ id, name, arguments: given }: CallPart): JsonObject {
  return { id, type: "function", function: { name, arguments: given === "" ? "{}" : given } };
}

function writePart(part: Part, writing: Writing): JsonObject[] {
  switch (part.kind) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "image":
      return [{ type: "image_url", image_url: { url: addressOf(part) } }];
    case "document":
      if (part.source.kind === "text") return [{ type: "text", text: part.source.text }];
      throw writing.refuse(part);
    case "audio":
    case "own":
      throw writing.refuse(part);
    default:
      return [];
  }
}

/** docs.cohere.com/docs/image-inputs */
function addressOf({ source }: MediaPart): string {
  if (source.kind === "url") return source.url;
  if (source.kind === "bytes") return `data:${source.mediaType};base64,${source.data}`;
  throw invalid(
    source.at,
    `${source.at}: an image must be sent as an address or in base64; files that another provider keeps cannot be read by this model.`,
  );
}
