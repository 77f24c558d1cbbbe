import { isObject } from "@/lib/is-object";
import { readCacheMark } from "../../../form/anthropic-members";
import { invalid } from "../../../form/parameters";
import type { MediaSource, OwnPart, Part, ResultPart } from "../../../form/request";
import { objectAt, textAt, type JsonObject } from "../../../json-value";
import { isSearchBlock } from "../search";

/** Content as parts; a text is one part. @throws GatewayError invalid_request */
export function readBlocks(content: unknown, path: string): Part[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  if (!Array.isArray(content)) throw invalid(path, `${path} must be a text or a list of blocks.`);
  return content.flatMap((block: unknown, index) => {
    if (!isObject(block)) throw invalid(`${path}.${index}`, `${path}.${index} must be an object with a type.`);
    // What the provider found for an earlier answer is in the answer's text; no other provider takes it back.
    return isSearchBlock(block) ? [] : readBlock(block, `${path}.${index}`);
  });
}

function readBlock(block: JsonObject, path: string): Part {
  switch (block["type"]) {
    case "text":
      return { kind: "text", text: textAt(block, "text") ?? "", ...readCacheMark(block) };
    case "image":
      return {
        kind: "image",
        source: readSource(objectAt(block, "source"), `${path}.source.type`),
        ...readCacheMark(block),
        at: path,
      };
    case "document": {
      const title = textAt(block, "title");
      const context = textAt(block, "context");
      return {
        kind: "document",
        source: readSource(objectAt(block, "source"), `${path}.source.type`),
        ...(title !== undefined && { title }),
        ...(context !== undefined && { context }),
        ...(isCited(block) && { isCited: true }),
        ...readCacheMark(block),
        at: path,
      };
    }
    case "search_result":
      return searchResult(block, path);
    case "tool_use":
      return {
        kind: "call",
        id: textAt(block, "id") ?? "",
        name: textAt(block, "name") ?? "",
        arguments: JSON.stringify(block["input"] ?? {}),
        ...readCacheMark(block),
        at: `${path}.input`,
      };
    case "tool_result":
      return readResult(block, path);
    case "thinking":
      return { kind: "thought", text: textAt(block, "thinking") ?? "", signature: textAt(block, "signature") };
    case "redacted_thinking":
      return { kind: "thought", redacted: textAt(block, "data") ?? "" };
    default:
      return ownPart(block, path);
  }
}

/** What the caller's own search has found; its source and title stand before its texts. */
function searchResult(block: JsonObject, path: string): Part {
  const [title, source] = [textAt(block, "title") ?? "", textAt(block, "source") ?? ""];
  const texts = readBlocks(block["content"], `${path}.content`).map((part) => (part.kind === "text" ? part.text : ""));
  const head = [title, source].filter((line) => line !== "");
  return {
    kind: "text",
    text: [head.join("\n"), ...texts].join("\n\n"),
    found: { source, title, texts, isCited: isCited(block) },
    ...readCacheMark(block),
  };
}

function isCited(block: JsonObject): boolean {
  return objectAt(block, "citations")["enabled"] === true;
}

function readSource({ type, url, media_type: mediaType, data }: JsonObject, at: string): MediaSource {
  if (type === "url" && typeof url === "string") return { kind: "url", url, at };
  if (type === "base64" && typeof mediaType === "string" && typeof data === "string")
    return { kind: "bytes", mediaType, data, at };
  if (type === "text" && typeof data === "string") return { kind: "text", text: data, at };
  return { kind: "kept", at };
}

function readResult(block: JsonObject, path: string): ResultPart {
  const callId = textAt(block, "tool_use_id");
  if (callId === undefined) throw invalid(`${path}.tool_use_id`, `${path}.tool_use_id must be the id of a call.`);
  const { content } = block;
  return {
    kind: "result",
    callId,
    parts: content === undefined || content === null ? [] : readBlocks(content, `${path}.content`),
    isError: block["is_error"] === true,
    ...readCacheMark(block),
  };
}

/** What only upstreams of this dialect can read. */
export function ownPart(value: JsonObject, at: string): OwnPart {
  return { kind: "own", dialect: "messages", value, at };
}
