import { serveFetchRequest } from "@/lib/doors/fetch-door";
import { gatewayOfProcess } from "@/lib/server/console/published-gateway";

/** Door 1: what the API's route handlers export. The gateway has been started by instrumentation.ts or by server.ts. */
export function routeHandler(request: Request): Promise<Response> {
  return serveFetchRequest(gatewayOfProcess().handle, request);
}
