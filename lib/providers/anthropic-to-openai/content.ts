import { objectAt, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { invalid } from "./parameters";

/** The content of a message as blocks; a text becomes one block. @throws GatewayError invalid_request */
export function blocksOf(content: unknown, path: string): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) throw invalid(path, `${path} must be a text or a list of blocks.`);
  return content.map((block: unknown, index) => {
    if (!isObject(block)) throw invalid(`${path}.${index}`, `${path}.${index} must be an object with a type.`);
    return block;
  });
}

/** Content as OpenAI has it. A single text stays a text, which every provider accepts. */
export function contentOf(parts: readonly JsonObject[]): unknown {
  const [first] = parts;
  return parts.length === 1 && first?.["type"] === "text" ? first["text"] : parts;
}

/**
 * Translates a block of a user's message, or of a tool's result, into OpenAI's part. @throws GatewayError
 * invalid_request
 */
export function toPart(block: JsonObject, path: string): JsonObject {
  switch (block["type"]) {
    case "text":
      return { type: "text", text: textAt(block, "text") ?? "" };
    case "image":
      return { type: "image_url", image_url: { url: imageAddress(objectAt(block, "source"), `${path}.source`) } };
    case "document":
      return documentPart(block, `${path}.source`);
    default:
      throw invalid(
        `${path}.type`,
        `${path}: blocks of type ${JSON.stringify(String(block["type"]).slice(0, 60))} cannot be sent to this model; text, image and document can.`,
      );
  }
}

function imageAddress(source: JsonObject, path: string): string {
  const { type, url, media_type: mediaType, data } = source;
  if (type === "url" && typeof url === "string") return url;
  if (type === "base64" && typeof mediaType === "string" && typeof data === "string")
    return `data:${mediaType};base64,${data}`;
  throw invalid(
    `${path}.type`,
    `${path}: an image must be sent as an address or in base64; files stored at Anthropic cannot be read by this model.`,
  );
}

function documentPart(block: JsonObject, path: string): JsonObject {
  const { type, media_type: mediaType, data } = objectAt(block, "source");
  if (type === "text" && typeof data === "string") return { type: "text", text: data };
  if (type !== "base64" || typeof data !== "string") {
    throw invalid(`${path}.type`, `${path}: a document must be sent as text or in base64; this model cannot fetch it.`);
  }
  const filename = textAt(block, "title") ?? "document.pdf";
  return { type: "file", file: { filename, file_data: `data:${String(mediaType)};base64,${data}` } };
}
