import { lacksAnswerFormat } from "../../../families/claude/answer-schema";
import { CLAUDE } from "../../../families/claude/family";
import { defaultMaxTokens } from "../../../families/claude/limit";
import type { UpstreamHalf } from "../../../form/halves";
import { anthropicHeaders, anthropicPath } from "../door";
import { readMessage, readMessagesError } from "./answer";
import { MESSAGES_CARRIED } from "./carried";
import { writeMessagesRequest } from "./request";
import { MessageEventReader } from "./stream";

/** Upstreams that speak Anthropic's `/messages`. */
export const messagesUpstream: UpstreamHalf = {
  dialect: "messages",
  carried: MESSAGES_CARRIED,
  families: [CLAUDE],
  lacks: "Anthropic's API has nothing like it.",
  media: ["image", "document"],
  addedMaximum: ({ model, baseModel = model }) => defaultMaxTokens(baseModel),
  lacksFormat: lacksAnswerFormat,
  searches: () => true,
  writeRequest: writeMessagesRequest,
  send: (deployment, body) => ({
    path: anthropicPath(deployment, "/messages"),
    headers: anthropicHeaders(deployment),
    body,
  }),
  readAnswer: readMessage,
  readError: readMessagesError,
  reader: () => new MessageEventReader(),
};
