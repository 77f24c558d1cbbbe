import { GatewayError } from "@/lib/errors";
import type { Deployment } from "@/lib/router/deployment";
import type { Adapter } from "./adapter";
import { openAiAdapter } from "./openai";

/** The adapter between a route, which sets the caller's dialect, and a deployment, whose provider sets the upstream's. @throws GatewayError invalid_request when there is none */
export function adapterFor(route: string, { provider }: Pick<Deployment, "provider">): Adapter {
  if (route === "/messages") throw notServed(route, provider);
  return openAiAdapter;
}

function notServed(route: string, provider: string): GatewayError {
  return new GatewayError("invalid_request", `The provider "${provider.slice(0, 60)}" of this model does not serve ${route}.`, { param: "model" });
}
