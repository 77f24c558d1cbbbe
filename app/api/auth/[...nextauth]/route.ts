import { NextRequest } from "next/server";
import { handleAuth } from "@/lib/server/console/next-auth/auth-handler";
import { boundedAuthRequest } from "@/lib/server/console/next-auth/auth-request";
import { consoleGateway } from "@/lib/server/console/published-gateway";

async function handle(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const { nextauth } = await context.params;
  const bounded = await boundedAuthRequest(request, nextauth);
  if ("refusal" in bounded) return bounded.refusal;
  const { method, headers, url } = request;
  const read = new NextRequest(url, { method, headers, body: bounded.body });
  return handleAuth(consoleGateway(), read, context, Date.now);
}

export { handle as GET, handle as POST };
