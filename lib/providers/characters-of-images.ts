import { isObject } from "@/lib/is-object";
import type { AskedMembers } from "./form/halves";
import { listAt, type JsonObject } from "./json-value";
import type { ModelBody } from "./model-body";

/**
 * An image costs no more tokens than this, whatever its size, at the providers that say so. As characters, of which the
 * estimate takes four for a token.
 */
const MOST_OF_IMAGE = 4 * 5_000;

const TYPE = /^image\//i;

export function isImageType(type: string | undefined): boolean {
  return TYPE.test(type ?? "");
}

/**
 * The characters of a body that are images in base64 beyond what an image may cost: models count them by their size in
 * pixels. Documents and recordings cost more the longer they are, so theirs all count; so does whatever only looks like
 * an image and is a text to the model, such as the arguments of a call. `dialects`: those that the body may be in.
 */
export function charactersOfImages(
  body: Pick<ModelBody, "bytes" | "value" | "outline">,
  dialects: readonly AskedMembers[],
): number {
  // Most bodies are short. In longer ones only the parts are looked at: searching the bytes for the type of an image
  // takes as long as parsing them.
  if (body.bytes.length <= MOST_OF_IMAGE || beyond(body.outline, dialects, 0) === 0) return 0;
  return beyond(body.value, dialects, MOST_OF_IMAGE);
}

/** The characters of all images of which each has more than `most`. */
function beyond(value: JsonObject, dialects: readonly AskedMembers[], most: number): number {
  let sum = 0;
  for (const asks of dialects)
    for (const name of asks.contents)
      for (const message of listAt(value, name)) if (isObject(message)) sum += beyondIn(message, asks, most);
  return sum;
}

/** In the content of a message, or of the result of a call. */
function beyondIn(message: JsonObject, { pieces, imageLength }: AskedMembers, most: number): number {
  let beyond = 0;
  const add = (piece: unknown): void => {
    if (isObject(piece)) beyond += Math.max(0, imageLength(piece) - most);
  };
  for (const name of pieces)
    for (const piece of listAt(message, name)) {
      add(piece);
      if (isObject(piece) && piece["type"] === "tool_result") for (const inner of listAt(piece, "content")) add(inner);
    }
  return beyond;
}
