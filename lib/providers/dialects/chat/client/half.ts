import { completionLimit } from "../../../completion-limit";
import type { ClientHalf } from "../../../form/halves";
import { CHAT_ASKS } from "./asks";
import { objectAt } from "../../../json-value";
import { writeChatError, writeCompletion } from "./answer";
import { CHAT_INNER } from "./inner";
import { CHAT_PARAMETERS } from "./parameters";
import { readChatRequest } from "./request";
import { ChunkWriter } from "./stream";

/** Clients that speak Chat Completions (platform.openai.com/docs/api-reference/chat). */
export const chatClient: ClientHalf = {
  dialect: "chat",
  parameters: CHAT_PARAMETERS,
  inner: CHAT_INNER,
  vocabulary: {
    pieces: "parts",
    text: "text",
    image: "image_url",
    document: "file",
    audio: "input_audio",
    typed: "type",
  },
  limit: completionLimit,
  asks: CHAT_ASKS,
  readRequest: readChatRequest,
  writeAnswer: (answer, { startedAt }) => writeCompletion(answer, seconds(startedAt)),
  writeError: writeChatError,
  writer: ({ startedAt, body }) =>
    new ChunkWriter({
      created: seconds(startedAt),
      showsUsage: objectAt(body, "stream_options")["include_usage"] === true,
    }),
};

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
