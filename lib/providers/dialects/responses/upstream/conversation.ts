import type { Writing } from "../../../form/halves";
import { addressOf } from "../../../form/media";
import { toldResult } from "../../../form/told-result";
import type { MediaPart, Part, ResultPart, Turn } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { encryptedItem } from "../encrypted";

/** The items of `input` for the turns. */
export function writeItems(turns: readonly Turn[], writing: Writing): JsonObject[] {
  return turns.flatMap(({ role, parts }) => {
    const items: JsonObject[] = [];
    let content: JsonObject[] = [];
    const say = (): void => {
      if (content.length > 0) items.push({ type: "message", role: role === "system" ? "developer" : role, content });
      content = [];
    };
    for (const part of parts) {
      const own = ownItem(part, writing);
      if (!own) content.push(...writePart(part, role, writing));
      else {
        say();
        items.push(...own);
      }
    }
    say();
    return items;
  });
}

/** The items of a part that is not a content of a message; undefined: it is. */
function ownItem(part: Part, writing: Writing): JsonObject[] | undefined {
  switch (part.kind) {
    case "call":
      return [{ type: "function_call", call_id: part.id, name: part.name, arguments: part.arguments || "{}" }];
    case "result":
      return [{ type: "function_call_output", call_id: part.callId, output: outputOf(part, writing) }];
    case "thought": {
      // What others signed says nothing to OpenAI.
      const item = "text" in part ? encryptedItem(part.text, part.signature) : undefined;
      if (!item) writing.drop("thoughts");
      return item ? [item] : [];
    }
    default:
      return undefined;
  }
}

/** A text stays a text; whatever else a result has makes it a list. */
function outputOf({ parts, isError }: ResultPart, writing: Writing): unknown {
  if (parts.every((part) => part.kind === "text"))
    return toldResult(parts.map((part) => part.text).join("\n\n"), isError);
  const written = parts.flatMap((part) => writePart(part, "user", writing));
  return isError ? [{ type: "input_text", text: toldResult("", isError) }, ...written] : written;
}

function writePart(part: Part, role: Turn["role"], writing: Writing): JsonObject[] {
  switch (part.kind) {
    case "text":
      return [{ type: role === "assistant" ? "output_text" : "input_text", text: part.text }];
    case "refusal":
      return [{ type: "refusal", refusal: part.text }];
    case "image":
      return [{ type: "input_image", image_url: addressOf(part), detail: part.detail ?? "auto" }];
    case "document":
      return [documentPart(part, writing)];
    case "own":
      if (part.dialect === "responses") return [part.value];
      throw writing.refuse(part);
    case "audio":
      throw writing.refuse(part);
    default:
      return [];
  }
}

function documentPart(part: MediaPart, { drop }: Writing): JsonObject {
  const { source, title } = part;
  if (title !== undefined && source.kind !== "bytes") drop("title");
  if (source.kind === "text") return { type: "input_text", text: source.text };
  if (source.kind === "url") return { type: "input_file", file_url: source.url };
  return { type: "input_file", filename: title ?? "document.pdf", file_data: addressOf(part) };
}
