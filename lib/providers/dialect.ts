import { GatewayError } from "@/lib/errors";
import type { Adapter, AskedModel } from "./adapter";
import { providerOf } from "./table";

/**
 * The adapter between a route and a deployment. The route determines the caller's dialect, the provider the upstream's.
 * @throws GatewayError invalid_request if the provider does not serve the route
 */
export function adapterFor(route: string, asked: AskedModel): Adapter {
  const adapter = providerOf(asked.provider).adapterFor(route, asked);
  if (adapter) return adapter;
  throw new GatewayError(
    "invalid_request",
    `The provider "${asked.provider.slice(0, 60)}" of this model does not serve ${route}.`,
    { param: "model" },
  );
}

/** Whether upstreams of a provider serve a route. */
export function servesRoute(route: string, asked: AskedModel): boolean {
  return providerOf(asked.provider).adapterFor(route, asked) !== undefined;
}
