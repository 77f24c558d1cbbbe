import type { Dialect } from "../../adapter";
import { translated } from "../../form/translated";
import { chatClient } from "../chat/client/half";
import { anthropicAdapter } from "./native";
import { messagesUpstream } from "./upstream/half";

const chat = translated(chatClient, messagesUpstream);

/** Anthropic's dialect. Callers who speak OpenAI's reach it only through chat completions. */
export const messagesDialect: Dialect = {
  label: "Anthropic",
  adapterFor(route) {
    switch (route) {
      case "/messages":
      case "/messages/count_tokens":
        return anthropicAdapter;
      case "/chat/completions":
        return chat;
      default:
        return undefined;
    }
  },
};
