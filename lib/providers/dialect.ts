import { GatewayError } from "@/lib/errors";
import type { Deployment } from "@/lib/router/deployment";
import type { Adapter } from "./adapter";
import { anthropicAdapter } from "./anthropic/native";
import { openAiAdapter } from "./openai";
import { chatOverMessages } from "./openai-to-anthropic/adapter";
import { dialectOf } from "./table";

/** The routes whose callers speak Anthropic's dialect; on all others they speak OpenAI's. */
const ANTHROPIC_ROUTES: ReadonlySet<string> = new Set(["/messages", "/messages/count_tokens"]);

/** The adapter between a route, which sets the caller's dialect, and a deployment, whose provider sets the upstream's. @throws GatewayError invalid_request when there is none */
export function adapterFor(route: string, { provider }: Pick<Deployment, "provider">): Adapter {
  const isAnthropicRoute = ANTHROPIC_ROUTES.has(route);
  if (dialectOf(provider) === "anthropic") {
    if (isAnthropicRoute) return anthropicAdapter;
    if (route === "/chat/completions") return chatOverMessages;
    throw notServed(route, provider);
  }
  if (isAnthropicRoute) throw notServed(route, provider);
  return openAiAdapter;
}

function notServed(route: string, provider: string): GatewayError {
  return new GatewayError("invalid_request", `The provider "${provider.slice(0, 60)}" of this model does not serve ${route}.`, { param: "model" });
}
