import { isObject } from "@/lib/is-object";
import { invalid } from "../../../form/parameters";
import type { MediaPart, OwnPart, TextPart } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { member, objectOf, textOf } from "../spelling";

/** What a part may be beside a call and its result, a text or a thought. */
const MEMBERS = [
  "inlineData",
  "fileData",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
] as const;

/** A part of a content as an object. @throws GatewayError invalid_request */
export function partsOf(content: unknown, path: string): { readonly part: JsonObject; readonly at: string }[] {
  const parts = isObject(content) ? member(content, "parts") : undefined;
  if (parts === undefined) return [];
  if (!Array.isArray(parts)) throw invalid(`${path}.parts`, `${path}.parts must be a list of parts.`);
  return parts.map((part: unknown, index) => {
    const at = `${path}.parts.${index}`;
    if (!isObject(part)) throw invalid(at, `${at} must be a part.`);
    return { part, at };
  });
}

/** What a part says or shows; undefined: it is empty. @throws GatewayError invalid_request */
export function readContent(part: JsonObject, at: string): TextPart | MediaPart | OwnPart | undefined {
  const text = textOf(part, "text");
  if (text !== undefined) return text === "" ? undefined : { kind: "text", text };
  const name = MEMBERS.find((known) => member(part, known) !== undefined);
  switch (name) {
    case undefined:
      return undefined;
    case "inlineData":
      return readBytes(objectOf(part, name), part, `${at}.${name}`);
    case "fileData":
      return readFile(objectOf(part, name), part, `${at}.${name}`);
    default:
      return ownPart(name, part, `${at}.${name}`);
  }
}

function readBytes(blob: JsonObject, part: JsonObject, at: string): TextPart | MediaPart | OwnPart {
  const data = textOf(blob, "data");
  const mediaType = mediaTypeOf(blob, at);
  if (data === undefined) throw invalid(`${at}.data`, `${at}.data must be the content in base64.`);
  if (mediaType.startsWith("text/")) return mediaPart("document", { kind: "text", text: decoded(data), at }, blob, at);
  const kind = kindOf(mediaType);
  // Some clients write base64 in the alphabet for addresses, which other providers refuse.
  const plain = data.replaceAll("-", "+").replaceAll("_", "/");
  return kind ? mediaPart(kind, { kind: "bytes", mediaType, data: plain, at }, blob, at) : ownPart(mediaType, part, at);
}

function readFile(file: JsonObject, part: JsonObject, at: string): MediaPart | OwnPart {
  const url = textOf(file, "fileUri");
  const mediaType = mediaTypeOf(file, at);
  const kind = mediaType.startsWith("text/") ? "document" : kindOf(mediaType);
  if (!kind) return ownPart(mediaType, part, at);
  return mediaPart(
    kind,
    url !== undefined && isElsewhere(url) ? { kind: "url", url, at } : { kind: "kept", at },
    file,
    at,
  );
}

function mediaPart(kind: MediaPart["kind"], source: MediaPart["source"], named: JsonObject, at: string): MediaPart {
  const title = textOf(named, "displayName");
  return { kind, source, ...(title !== undefined && { title }), at };
}

function mediaTypeOf(value: JsonObject, at: string): string {
  const type = textOf(value, "mimeType");
  if (type === undefined) throw invalid(`${at}.mimeType`, `${at}.mimeType must be the type of the content.`);
  return type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function kindOf(mediaType: string): MediaPart["kind"] | undefined {
  if (mediaType.startsWith("image/")) return "image";
  if (mediaType.startsWith("audio/")) return "audio";
  return mediaType === "application/pdf" ? "document" : undefined;
}

/** Whether others than Google can read what is at an address. */
function isElsewhere(url: string): boolean {
  return /^https?:\/\//i.test(url) && !/^https:\/\/generativelanguage\.googleapis\.com\//i.test(url);
}

function decoded(data: string): string {
  return Buffer.from(data, "base64").toString("utf8");
}

/** What only upstreams of this dialect can read. `type`: what it is, for the refusal. */
function ownPart(type: string, part: JsonObject, at: string): OwnPart {
  return { kind: "own", dialect: "google", value: { ...part, type }, at, param: at };
}
