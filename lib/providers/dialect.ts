import { GatewayError } from "@/lib/errors";
import type { Deployment } from "./deployment";
import type { Adapter } from "./adapter";
import { anthropicAdapter } from "./anthropic/native";
import { messagesOverChat } from "./anthropic-to-openai/adapter";
import { azureAdapter } from "./azure";
import { openAiAdapter } from "./openai";
import { chatOverMessages } from "./openai-to-anthropic/adapter";
import { dialectOf, type Dialect } from "./table";

/** Anthropic's routes, whose callers speak its dialect; on all others they speak OpenAI's. */
const MESSAGES = "/messages";
const COUNT_TOKENS = "/messages/count_tokens";

/** Upstreams that speak OpenAI's dialect at any address, and what asks them in Anthropic's. */
const OPENAI_LIKE: Readonly<
  Record<Exclude<Dialect, "anthropic">, { readonly own: Adapter; readonly messages: Adapter }>
> = {
  openai: { own: openAiAdapter, messages: messagesOverChat(openAiAdapter) },
  azure: { own: azureAdapter, messages: messagesOverChat(azureAdapter) },
};

/** The adapter between a route, which sets the caller's dialect, and a deployment, whose provider sets the upstream's. @throws GatewayError invalid_request when there is none */
export function adapterFor(route: string, { provider }: Pick<Deployment, "provider">): Adapter {
  const dialect = dialectOf(provider);
  if (dialect === "anthropic") {
    if (route === MESSAGES || route === COUNT_TOKENS) return anthropicAdapter;
    if (route === "/chat/completions") return chatOverMessages;
    throw notServed(route, provider);
  }
  if (route === COUNT_TOKENS) throw notServed(route, provider);
  return route === MESSAGES ? OPENAI_LIKE[dialect].messages : OPENAI_LIKE[dialect].own;
}

function notServed(route: string, provider: string): GatewayError {
  return new GatewayError(
    "invalid_request",
    `The provider "${provider.slice(0, 60)}" of this model does not serve ${route}.`,
    { param: "model" },
  );
}
