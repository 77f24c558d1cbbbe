import type { Dialect } from "../../adapter";
import { translated } from "../../form/translated";
import { GOOGLE_ROUTES } from "../google/routes";
import { chatClient } from "../chat/client/half";
import { googleClient } from "../google/client/half";
import { countOverMessages } from "./count-for-google";
import { responsesClient } from "../responses/client/half";
import { anthropicAdapter } from "./native";
import { messagesUpstream } from "./upstream/half";

const chat = translated(chatClient, messagesUpstream);
const responses = translated(responsesClient, messagesUpstream);
const google = translated(googleClient, messagesUpstream);

/**
 * Anthropic's dialect. Callers who speak OpenAI's reach it only through chat completions and responses. Google's
 * callers also have it count.
 */
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
      case GOOGLE_ROUTES.generate:
      case GOOGLE_ROUTES.stream:
        return google;
      case GOOGLE_ROUTES.count:
        return countOverMessages;
      default:
        return undefined;
    }
  },
};
