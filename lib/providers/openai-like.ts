import type { Adapter, Dialect, Door } from "./adapter";
import { GOOGLE_ROUTES } from "./dialects/google/routes";
import type { Deployment } from "./deployment";
import { chatUpstream } from "./dialects/chat/upstream/half";
import { embeddingsOver } from "./dialects/google/embeddings";
import { responsesUpstream } from "./dialects/responses/upstream/half";
import { translatedRoutes } from "./dialects/translated-routes";
import type { Habits } from "./known/habits";

/** The routes that no upstream of OpenAI's bodies has. */
const NOWHERE: ReadonlySet<string> = new Set(["/messages/count_tokens", GOOGLE_ROUTES.count]);

/** A dialect whose upstreams take OpenAI's bodies: all that differs is the adapter's addresses and headers. */
export function openAiLike(
  label: string,
  native: Adapter,
  door: (deployment: Deployment, route: string) => Door,
  habits: Habits = {},
): Dialect {
  const googleEmbeddings = embeddingsOver(native);
  const embeddings: [string, Adapter][] = [
    [GOOGLE_ROUTES.embed, googleEmbeddings],
    [GOOGLE_ROUTES.embedBatch, googleEmbeddings],
  ];
  const byChat = new Map([...translatedRoutes(chatUpstream(door)), ...embeddings, ["/chat/completions", native]]);
  if (!habits.lacksResponses) byChat.set("/responses", native);
  const byResponses = new Map([...translatedRoutes(responsesUpstream(door)), ...embeddings, ["/responses", native]]);
  return {
    label,
    adapterFor(route, { api }) {
      if (NOWHERE.has(route)) return undefined;
      return (api === "responses" ? byResponses : byChat).get(route) ?? native;
    },
  };
}
