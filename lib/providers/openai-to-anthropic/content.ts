import { textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { invalid } from "./parameters";

/**
 * Translates a message's content, a text or a list of parts, into Anthropic's blocks. Empty texts are left out because
 * Anthropic refuses them. @throws GatewayError invalid_request
 */
export function toBlocks(content: unknown, path: string): JsonObject[] {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (!Array.isArray(content)) throw invalid(path, `${path} must be a text or a list of parts.`);
  return content.flatMap((part: unknown, index) => toBlock(part, `${path}.${index}`));
}

function toBlock(part: unknown, path: string): JsonObject[] {
  if (!isObject(part)) throw invalid(path, `${path} must be an object with a type.`);
  switch (part["type"]) {
    case "text":
    case "refusal":
      return textBlock(textAt(part, part["type"]), part, path);
    case "image_url":
      return [{ type: "image", source: imageSource(part["image_url"], `${path}.image_url`), ...cacheControl(part) }];
    case "file":
      return [{ ...documentBlock(part["file"], `${path}.file`), ...cacheControl(part) }];
    default:
      throw invalid(
        `${path}.type`,
        `${path}: parts of type ${JSON.stringify(String(part["type"]).slice(0, 60))} cannot be sent to this model; text, image_url and PDF files can.`,
      );
  }
}

function textBlock(text: string | undefined, part: JsonObject, path: string): JsonObject[] {
  if (text === undefined) throw invalid(path, `${path} must have a text.`);
  return text === "" ? [] : [{ type: "text", text, ...cacheControl(part) }];
}

const DATA_ADDRESS = /^data:([a-z0-9.+/-]+);base64,/i;

/** As an address or as base64: https://platform.claude.com/docs/en/build-with-claude/vision */
function imageSource(image: unknown, path: string): JsonObject {
  const url = isObject(image) ? image["url"] : image;
  if (typeof url !== "string") throw invalid(`${path}.url`, `${path}.url must be the address of an image.`);
  if (/^https?:\/\//i.test(url)) return { type: "url", url };
  const data = DATA_ADDRESS.exec(url);
  if (!data) throw invalid(`${path}.url`, `${path}.url must be an https: address, or a data: address in base64.`);
  return { type: "base64", media_type: data[1]?.toLowerCase(), data: url.slice(data[0].length) };
}

/** https://platform.claude.com/docs/en/build-with-claude/pdf-support */
function documentBlock(file: unknown, path: string): JsonObject {
  const url = isObject(file) ? file["file_data"] : undefined;
  const data = typeof url === "string" ? DATA_ADDRESS.exec(url) : null;
  if (!isObject(file) || typeof url !== "string" || data?.[1]?.toLowerCase() !== "application/pdf") {
    throw invalid(
      `${path}.file_data`,
      `${path}.file_data must be a PDF as a data: address in base64; files stored at OpenAI cannot be read by this model.`,
    );
  }
  const title = textAt(file, "filename");
  return {
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: url.slice(data[0].length) },
    ...(title !== undefined && { title }),
  };
}

/** Anthropic's cache mark, which callers may also set on OpenAI's parts. */
export function cacheControl(part: JsonObject): { cache_control?: JsonObject } {
  const mark = part["cache_control"];
  return isObject(mark) ? { cache_control: mark } : {};
}
