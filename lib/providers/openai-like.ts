import type { Adapter, Dialect } from "./adapter";
import { messagesOverChat } from "./anthropic-to-openai/adapter";

/** A dialect whose upstreams take OpenAI's bodies: all that differs is the adapter's addresses and headers. */
export function openAiLike(label: string, adapter: Adapter): Dialect {
  const messages = messagesOverChat(adapter);
  return {
    label,
    adapterFor(route) {
      switch (route) {
        case "/messages":
          return messages;
        case "/messages/count_tokens":
          return undefined;
        default:
          return adapter;
      }
    },
  };
}
