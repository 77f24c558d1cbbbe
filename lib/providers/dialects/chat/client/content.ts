import { isObject } from "@/lib/is-object";
import { readCacheMark } from "../../../form/anthropic-members";
import { invalid } from "../../../form/parameters";
import type { MediaPart, MediaSource, OwnPart, Part } from "../../../form/request";
import { objectAt, textAt, type JsonObject } from "../../../json-value";

/** The parts of a message's content, a text or a list of parts. @throws GatewayError invalid_request */
export function readContent(content: unknown, path: string): Part[] {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return [{ kind: "text", text: content }];
  if (!Array.isArray(content)) throw invalid(path, `${path} must be a text or a list of parts.`);
  return content.map((part: unknown, index) => readPart(part, `${path}.${index}`));
}

function readPart(part: unknown, path: string): Part {
  if (!isObject(part)) throw invalid(path, `${path} must be an object with a type.`);
  const { type } = part;
  switch (type) {
    case "text":
    case "refusal": {
      const text = textAt(part, type);
      if (text === undefined) throw invalid(path, `${path} must have a text.`);
      return { kind: type, text, ...readCacheMark(part) };
    }
    case "image_url": {
      const image = part[type];
      const { url, detail } = isObject(image) ? image : { url: image };
      const source = addressed(url, `${path}.image_url.url`);
      return { kind: "image", source, ...readDetail(detail), ...readCacheMark(part), at: path };
    }
    case "file": {
      const file = objectAt(part, type);
      const title = textAt(file, "filename");
      return {
        kind: "document",
        source: addressed(file["file_data"], `${path}.file.file_data`),
        ...(title !== undefined && { title }),
        ...readCacheMark(part),
        at: path,
      };
    }
    case "input_audio":
      return { ...audioPart(part, path), ...readCacheMark(part) };
    default:
      return ownPart(part, path);
  }
}

/** How closely to look at an image; `auto` is what happens unasked. */
export function readDetail(detail: unknown): Pick<MediaPart, "detail"> {
  return typeof detail === "string" && detail !== "auto" ? { detail } : {};
}

/** OpenAI's recording in a message. @throws GatewayError invalid_request */
export function audioPart(part: JsonObject, at: string): MediaPart {
  const { format, data } = objectAt(part, "input_audio");
  if (typeof data !== "string" || typeof format !== "string")
    throw invalid(`${at}.input_audio`, `${at}.input_audio must have data in base64 and a format.`);
  return {
    kind: "audio",
    source: { kind: "bytes", mediaType: `audio/${format}`, data, at: `${at}.input_audio.data` },
    at,
  };
}

/** What only upstreams of this dialect can read. */
export function ownPart(value: JsonObject, at: string): OwnPart {
  return { kind: "own", dialect: "chat", value, at };
}

const DATA_ADDRESS = /^data:([a-z0-9.+/-]+);base64,/i;

/** A text that is an address, or the content itself as a `data:` address. */
export function addressed(url: unknown, at: string): MediaSource {
  if (typeof url !== "string") return { kind: "kept", at };
  const data = DATA_ADDRESS.exec(url);
  if (!data) return { kind: "url", url, at };
  return { kind: "bytes", mediaType: data[1]?.toLowerCase() ?? "", data: url.slice(data[0].length), at };
}
