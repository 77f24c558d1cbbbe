import type { Dialect } from "../../adapter";
import { translated } from "../../form/translated";
import { chatClient } from "../chat/client/half";
import { responsesClient } from "../responses/client/half";
import { anthropicAdapter } from "./native";
import { messagesUpstream } from "./upstream/half";

const chat = translated(chatClient, messagesUpstream);
const responses = translated(responsesClient, messagesUpstream);

/** Anthropic's dialect. Callers who speak OpenAI's reach it only through chat completions and responses. */
export const messagesDialect: Dialect = {
  label: "Anthropic",
  adapterFor(route) {
    switch (route) {
      case "/messages":
      case "/messages/count_tokens":
        return anthropicAdapter;
      case "/chat/completions":
        return chat;
      case "/responses":
        return responses;
      default:
        return undefined;
    }
  },
};
