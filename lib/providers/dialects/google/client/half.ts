import type { ClientHalf } from "../../../form/halves";
import { googleLimit } from "../limit";
import { camelCase, namedParameters } from "../spelling";
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
  words: { pieces: "parts", text: "text", image: "image", document: "document", audio: "audio", typed: "mimeType" },
  namedParameters,
  limit: googleLimit,
  readRequest: readGoogleRequest,
  writeAnswer: writeGoogleAnswer,
  writeError: writeGoogleError,
  writer: (call) => new GoogleWriter(call),
};
