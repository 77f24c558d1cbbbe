import { isObject } from "@/lib/is-object";
import { listAt, objectAt, textAt, type JsonObject } from "./json-value";
import type { ModelBody } from "./model-body";

/**
 * An image costs no more tokens than this, whatever its size, at the providers that say so. As characters, of which the
 * estimate takes four for a token.
 */
const MOST_OF_IMAGE = 4 * 5_000;

const DATA_ADDRESS = /^data:image\/[a-z0-9.+-]{1,40};base64,/i;
const TYPE = /^image\//i;

/**
 * The characters of a body that are images in base64 beyond what an image may cost: models count them by their size in
 * pixels. Documents and recordings cost more the longer they are, so theirs all count; so does whatever only looks like
 * an image and is a text to the model, such as the arguments of a call.
 */
export function charactersOfImages({ bytes, value }: Pick<ModelBody, "bytes" | "value">): number {
  // Most bodies are short. In longer ones only the parts are looked at: searching the bytes for the type of an image
  // takes as long as parsing them.
  if (bytes.length <= MOST_OF_IMAGE) return 0;
  let beyond = 0;
  for (const name of ["messages", "input", "contents"])
    for (const message of listAt(value, name)) if (isObject(message)) beyond += beyondIn(message);
  return beyond;
}

/** In the content of a message, or of the result of a call, in any dialect. */
function beyondIn(message: JsonObject): number {
  let beyond = 0;
  for (const name of ["content", "output", "parts"])
    for (const part of listAt(message, name)) {
      if (!isObject(part)) continue;
      beyond += Math.max(0, imageLength(part) - MOST_OF_IMAGE);
      if (part["type"] === "tool_result")
        for (const inner of listAt(part, "content"))
          if (isObject(inner)) beyond += Math.max(0, imageLength(inner) - MOST_OF_IMAGE);
    }
  return beyond;
}

function imageLength(part: JsonObject): number {
  switch (part["type"] ?? undefined) {
    case "image_url":
    case "input_image": {
      const url = textAt(part, "image_url") ?? textAt(objectAt(part, "image_url"), "url") ?? "";
      return DATA_ADDRESS.test(url) ? url.length : 0;
    }
    case "image": {
      const source = objectAt(part, "source");
      return source["type"] === "base64" ? dataLength(source, "media_type") : 0;
    }
    case undefined:
      return Math.max(
        dataLength(objectAt(part, "inlineData"), "mimeType"),
        dataLength(objectAt(part, "inline_data"), "mime_type"),
      );
    default:
      return 0;
  }
}

function dataLength(blob: JsonObject, type: string): number {
  return TYPE.test(textAt(blob, type) ?? "") ? (textAt(blob, "data")?.length ?? 0) : 0;
}
