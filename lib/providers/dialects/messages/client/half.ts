import { completionLimit } from "../../../completion-limit";
import type { ClientHalf } from "../../../form/halves";
import { isImageType } from "../../../characters-of-images";
import { objectAt, textAt, type JsonObject } from "../../../json-value";
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
  vocabulary: { pieces: "blocks", text: "text", image: "image", document: "document", audio: "audio", typed: "type" },
  limit: completionLimit,
  asks: {
    user: [["metadata", "user_id"]],
    kept: ["thread"],
    contents: ["messages", "system"],
    pieces: ["content"],
    imageLength,
  },
  readRequest: readMessagesRequest,
  writeAnswer: (answer, { model }, exact) => writeMessage(answer, model, exact),
  writeError: writeMessagesError,
  writer: ({ model }) => new MessageWriter({ model }),
};

function imageLength(block: JsonObject): number {
  const source = block["type"] === "image" ? objectAt(block, "source") : {};
  return source["type"] === "base64" && isImageType(textAt(source, "media_type"))
    ? (textAt(source, "data")?.length ?? 0)
    : 0;
}
