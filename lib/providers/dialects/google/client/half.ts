import { completionLimit, type CompletionLimit } from "../../../completion-limit";
import type { ClientHalf } from "../../../form/halves";
import { isImageType } from "../../../characters-of-images";
import type { JsonObject } from "../../../json-value";
import { camelCase, member, namedParameters, objectOf, textOf } from "../spelling";
import { writeGoogleAnswer, writeGoogleError } from "./answer";
import { GOOGLE_INNER } from "./inner";
import { GOOGLE_PARAMETERS } from "./parameters";
import { readGoogleRequest } from "./request";
import { GoogleWriter } from "./stream";

/** Clients that speak Google's Gemini API (ai.google.dev/api/generate-content). */
export const googleClient: ClientHalf = {
  dialect: "google",
  parameters: GOOGLE_PARAMETERS,
  inner: GOOGLE_INNER,
  innerName: camelCase,
  vocabulary: {
    pieces: "parts",
    text: "text",
    image: "image",
    document: "document",
    audio: "audio",
    typed: "mimeType",
  },
  namedParameters,
  limit: googleLimit,
  asks: {
    // This dialect has no member for who asks.
    user: [],
    kept: ["cachedContent", "cached_content"],
    contents: ["contents"],
    pieces: ["parts"],
    imageLength,
  },
  readRequest: readGoogleRequest,
  writeAnswer: writeGoogleAnswer,
  writeError: writeGoogleError,
  writer: (call) => new GoogleWriter(call),
};

function imageLength(part: JsonObject): number {
  if (part["type"] !== undefined) return 0;
  const data = objectOf(part, "inlineData");
  return isImageType(textOf(data, "mimeType")) ? (textOf(data, "data")?.length ?? 0) : 0;
}

const MAXIMUM = "generationConfig.maxOutputTokens";
const COUNT = "generationConfig.candidateCount";

/** Reads what limits the answer of `generateContent`: the largest number of its tokens, and how many there are. */
function googleLimit(body: JsonObject): CompletionLimit {
  const config = objectOf(body, "generationConfig");
  const { fault, ...limit } = completionLimit({
    max_output_tokens: member(config, "maxOutputTokens"),
    n: member(config, "candidateCount"),
  });
  const param = fault?.param === "n" ? COUNT : MAXIMUM;
  return { ...limit, fault: fault && { param, message: `"${param}" must be a whole number.` } };
}
