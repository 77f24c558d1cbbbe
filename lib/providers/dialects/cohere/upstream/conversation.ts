import type { Writing } from "../../../form/halves";
import { addressOf, isMedia } from "../../../form/media";
import type { Part, Turn } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { toolCall } from "../../chat/tool-calls";
import { textOf, userMessages } from "../../chat/upstream/conversation";

/** The messages for the turns; a turn of which nothing is left has none. */
export function writeMessages(turns: readonly Turn[], writing: Writing): JsonObject[] {
  return turns.flatMap(({ role, parts }) => {
    if (role === "user") return userMessages(parts, (part) => writePart(part, writing));
    if (role === "assistant") return assistantMessage(parts, writing);
    const content = textOf(parts, "\n\n");
    return content === "" ? [] : [{ role: "system", content }];
  });
}

/** Thoughts are left out: they may be another provider's. */
function assistantMessage(parts: readonly Part[], writing: Writing): JsonObject[] {
  for (const part of parts) if (part.kind === "own" || isMedia(part)) throw writing.refuse(part);
  const text = textOf(parts, "");
  const calls = parts
    .filter((part) => part.kind === "call")
    .map((part) => toolCall({ ...part, arguments: part.arguments || "{}" }));
  if (text === "" && calls.length === 0) return [];
  return [{ role: "assistant", ...(text !== "" && { content: text }), ...(calls.length > 0 && { tool_calls: calls }) }];
}

function writePart(part: Part, writing: Writing): JsonObject[] {
  switch (part.kind) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "image":
      // docs.cohere.com/docs/image-inputs
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
