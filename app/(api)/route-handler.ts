import { serveFetchRequest } from "@/lib/doors/fetch-door";
import { publishedGateway } from "@/lib/server/console/published-gateway";

/**
 * Door 1: what each API route handler under app/ exports. The gateway has been started by instrumentation.ts or by
 * server.ts.
 */
export async function routeHandler(request: Request): Promise<Response> {
  const gateway = publishedGateway();
  if (!gateway)
    return Response.json(
      { error: { message: "The gateway is starting.", type: "server_error", param: null, code: "starting" } },
      { status: 503 },
    );
  return serveFetchRequest(gateway.handle, request);
}
