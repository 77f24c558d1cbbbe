import { completionLimit } from "../../../completion-limit";
import type { ClientHalf } from "../../../form/halves";
import { listAt, objectAt, textAt } from "../../../json-value";
import { OPENAI_ASKS } from "../../chat/client/asks";
import { writeChatError } from "../../chat/client/answer";
import { writeResponse } from "./answer";
import { RESPONSES_INNER } from "./inner";
import { namedParameters, RESPONSES_PARAMETERS } from "./parameters";
import { readResponsesRequest } from "./request";
import { ResponseWriter } from "./stream";

/** Clients that speak Responses (platform.openai.com/docs/api-reference/responses). */
export const responsesClient: ClientHalf = {
  dialect: "responses",
  parameters: RESPONSES_PARAMETERS,
  inner: RESPONSES_INNER,
  vocabulary: {
    pieces: "parts",
    text: "input_text",
    image: "input_image",
    document: "input_file",
    audio: "input_audio",
    typed: "type",
  },
  limit: completionLimit,
  namedParameters,
  asks: {
    ...OPENAI_ASKS,
    kept: ["previous_response_id", "conversation", "prompt"],
    contents: ["input"],
    pieces: ["content", "output"],
    searchSize: (body) =>
      listAt(body, "tools")
        .map((tool) => textAt(objectAt({ tool }, "tool"), "search_context_size"))
        .find((size) => size !== undefined),
  },
  readRequest: readResponsesRequest,
  writeAnswer: writeResponse,
  writeError: writeChatError,
  writer: (call) => new ResponseWriter(call),
};
