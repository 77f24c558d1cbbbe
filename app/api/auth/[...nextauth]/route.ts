import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { consoleGateway } from "@/lib/server/console/published-gateway";
import { signInOptions } from "@/lib/server/console/sign-in";

async function handle(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const gateway = consoleGateway();
  return NextAuth(request, context, signInOptions(gateway, await gateway.settings(), Date.now));
}

export { handle as GET, handle as POST };
