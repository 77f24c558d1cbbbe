import { isObject } from "@/lib/is-object";
import { invalid } from "../../../form/parameters";
import type { MediaSource, OwnPart, Part } from "../../../form/request";
import { textAt, type JsonObject } from "../../../json-value";
import { addressed, audioPart, readDetail } from "../../chat/client/content";

/** The parts of a message's content, or of a call's output: a text or a list. @throws GatewayError invalid_request */
export function readContent(content: unknown, path: string): Part[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  if (!Array.isArray(content)) throw invalid(path, `${path} must be a text or a list of parts.`);
  return content.map((part: unknown, index) => readPart(part, `${path}.${index}`));
}

function readPart(part: unknown, path: string): Part {
  if (!isObject(part)) throw invalid(path, `${path} must be an object with a type.`);
  switch (part["type"]) {
    case "input_text":
    case "output_text":
    case "text": {
      const text = textAt(part, "text");
      if (text === undefined) throw invalid(`${path}.text`, `${path}.text must be a text.`);
      return { kind: "text", text };
    }
    case "refusal":
      return { kind: "refusal", text: textAt(part, "refusal") ?? "" };
    case "input_image":
      return {
        kind: "image",
        source: addressed(part["image_url"], `${path}.image_url`),
        ...readDetail(part["detail"]),
        at: path,
      };
    case "input_file": {
      const title = textAt(part, "filename");
      return { kind: "document", source: fileSource(part, path), ...(title !== undefined && { title }), at: path };
    }
    case "input_audio":
      return audioPart(part, path);
    default:
      return ownPart(part, path);
  }
}

function fileSource(part: JsonObject, path: string): MediaSource {
  const url = textAt(part, "file_url");
  return url === undefined
    ? addressed(part["file_data"], `${path}.file_data`)
    : { kind: "url", url, at: `${path}.file_url` };
}

/** What only upstreams of this dialect can read. */
export function ownPart(value: JsonObject, at: string): OwnPart {
  return { kind: "own", dialect: "responses", value, at };
}
