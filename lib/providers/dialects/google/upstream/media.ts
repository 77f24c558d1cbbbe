import { invalid } from "../../../form/parameters";
import type { MediaPart } from "../../../form/request";
import type { JsonObject } from "../../../json-value";

/** Types by the end of an address: Google wants to be told. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["heic", "image/heic"],
  ["heif", "image/heif"],
  ["gif", "image/gif"],
  ["pdf", "application/pdf"],
  ["mp3", "audio/mp3"],
  ["wav", "audio/wav"],
]);

/** OpenAI's names of recordings, and Google's. */
const SOUNDS: ReadonlyMap<string, string> = new Map([
  ["audio/mpeg", "audio/mp3"],
  ["audio/x-wav", "audio/wav"],
]);

/**
 * The part for something to look at, read or hear (ai.google.dev/gemini-api/docs/document-processing).
 * @throws GatewayError invalid_request
 */
export function writeMedia({ kind, source }: MediaPart): JsonObject[] {
  switch (source.kind) {
    case "text":
      return source.text === "" ? [] : [{ text: source.text }];
    case "bytes": {
      const mimeType = SOUNDS.get(source.mediaType) ?? source.mediaType;
      return [{ inlineData: { mimeType, data: source.data } }];
    }
    case "url":
      return [{ fileData: { mimeType: typeOfAddress(source.url, kind, source.at), fileUri: source.url } }];
    case "kept":
      throw invalid(
        source.at,
        `${source.at}: ${NAMES[kind]} must be sent as an address or in base64; files that another provider keeps cannot be read by this model.`,
      );
  }
}

const NAMES = { image: "an image", document: "a document", audio: "sound" } as const;

function typeOfAddress(url: string, kind: MediaPart["kind"], at: string): string {
  if (!/^(?:https?|gs):\/\//i.test(url))
    throw invalid(at, `${at} must be an https: or gs: address, or the content in base64 as a data: address.`);
  const [path = ""] = url.split(/[?#]/, 1);
  const type = TYPES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
  if (type) return type;
  if (kind === "document") return "application/pdf";
  if (kind === "image") return "image/jpeg";
  throw invalid(at, `${at}: sound must be sent in base64, or its address must end in .mp3 or .wav.`);
}
