import type { Dialect } from "../adapter";
import { chatOverMessages } from "./adapter";
import { anthropicAdapter } from "../anthropic/native";

/** Anthropic's dialect. Callers who speak OpenAI's reach it only through chat completions. */
export const anthropicDialect: Dialect = {
  label: "Anthropic",
  adapterFor(route) {
    switch (route) {
      case "/messages":
      case "/messages/count_tokens":
        return anthropicAdapter;
      case "/chat/completions":
        return chatOverMessages;
      default:
        return undefined;
    }
  },
};
