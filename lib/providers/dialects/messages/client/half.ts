import { completionLimit } from "../../../completion-limit";
import type { ClientHalf } from "../../../form/halves";
import { writeMessage, writeMessagesError } from "./answer";
import { MESSAGES_INNER } from "./inner";
import { MESSAGES_PARAMETERS } from "./parameters";
import { readMessagesRequest } from "./request";
import { MessageWriter } from "./stream";

/** Clients that speak Anthropic's Messages (platform.claude.com/docs/en/api/messages). */
export const messagesClient: ClientHalf = {
  dialect: "messages",
  parameters: MESSAGES_PARAMETERS,
  inner: MESSAGES_INNER,
  words: { pieces: "blocks", text: "text", image: "image", document: "document", audio: "audio", typed: "type" },
  limit: completionLimit,
  readRequest: readMessagesRequest,
  writeAnswer: (answer, { model }, exact) => writeMessage(answer, model, exact),
  writeError: writeMessagesError,
  writer: ({ model }) => new MessageWriter({ model }),
};
