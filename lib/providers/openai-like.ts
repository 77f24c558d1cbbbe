import type { Adapter, Dialect, Door } from "./adapter";
import { GOOGLE_ROUTES } from "./dialects/google/routes";
import type { Deployment } from "./deployment";
import { chatClient } from "./dialects/chat/client/half";
import { chatUpstream } from "./dialects/chat/upstream/half";
import { googleClient } from "./dialects/google/client/half";
import { embeddingsOver } from "./dialects/google/embeddings";
import { messagesClient } from "./dialects/messages/client/half";
import { responsesClient } from "./dialects/responses/client/half";
import { responsesUpstream } from "./dialects/responses/upstream/half";
import { translated } from "./form/translated";
import type { Habits } from "./known/habits";

/** A dialect whose upstreams take OpenAI's bodies: all that differs is the adapter's addresses and headers. */
export function openAiLike(
  label: string,
  native: Adapter,
  door: (deployment: Deployment, route: string) => Door,
  habits: Habits = {},
): Dialect {
  const chat = chatUpstream(door);
  const responses = responsesUpstream(door);
  const messagesOverChat = translated(messagesClient, chat);
  const responsesOverChat = translated(responsesClient, chat);
  const messagesOverResponses = translated(messagesClient, responses);
  const chatOverResponses = translated(chatClient, responses);
  const googleOverChat = translated(googleClient, chat);
  const googleOverResponses = translated(googleClient, responses);
  const googleEmbeddings = embeddingsOver(native);
  return {
    label,
    adapterFor(route, { way }) {
      const byResponses = way === "responses";
      switch (route) {
        case "/messages":
          return byResponses ? messagesOverResponses : messagesOverChat;
        case "/messages/count_tokens":
        case GOOGLE_ROUTES.count:
          return undefined;
        case GOOGLE_ROUTES.generate:
        case GOOGLE_ROUTES.stream:
          return byResponses ? googleOverResponses : googleOverChat;
        case GOOGLE_ROUTES.embed:
        case GOOGLE_ROUTES.embedBatch:
          return googleEmbeddings;
        case "/chat/completions":
          return byResponses ? chatOverResponses : native;
        case "/responses":
          return byResponses || !habits.lacksResponses ? native : responsesOverChat;
        default:
          return native;
      }
    },
  };
}
