import { GatewayError } from "@/lib/errors";
import type { Deployment } from "./deployment";
import type { Adapter, Dialect } from "./adapter";
import { messagesDialect } from "./dialects/messages/dialect";
import { azureAdapter, azureDoor } from "./azure";
import { openAiAdapter, openAiDoor } from "./openai";
import { openAiLike } from "./openai-like";
import { dialectOf, type DialectName } from "./table";

/** Every dialect. A new one is a folder with a `Dialect`, a line here and its name in `table.ts`. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  openai: openAiLike("OpenAI", openAiAdapter, openAiDoor),
  azure: openAiLike("Azure", azureAdapter, azureDoor),
  anthropic: messagesDialect,
};

/**
 * The adapter between a route and a deployment. The route determines the caller's dialect, the provider the upstream's.
 * @throws GatewayError invalid_request if the provider does not serve the route
 */
export function adapterFor(
  route: string,
  { provider, byResponses = false }: Pick<Deployment, "provider" | "byResponses">,
): Adapter {
  const adapter = DIALECTS[dialectOf(provider)].adapterFor(route, { provider, byResponses });
  if (adapter) return adapter;
  throw new GatewayError(
    "invalid_request",
    `The provider "${provider.slice(0, 60)}" of this model does not serve ${route}.`,
    { param: "model" },
  );
}

/** Whether upstreams of a provider serve a route. */
export function servesRoute(
  route: string,
  { provider, byResponses = false }: Pick<Deployment, "provider" | "byResponses">,
): boolean {
  return DIALECTS[dialectOf(provider)].adapterFor(route, { provider, byResponses }) !== undefined;
}
