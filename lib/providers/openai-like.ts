import type { Adapter, Dialect, Door } from "./adapter";
import type { Deployment } from "./deployment";
import { chatUpstream } from "./dialects/chat/upstream/half";
import { messagesClient } from "./dialects/messages/client/half";
import { translated } from "./form/translated";

/** A dialect whose upstreams take OpenAI's bodies: all that differs is the adapter's addresses and headers. */
export function openAiLike(
  label: string,
  adapter: Adapter,
  door: (deployment: Deployment, route: string) => Door,
): Dialect {
  const messages = translated(messagesClient, chatUpstream(door));
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
