import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { consoleGateway } from "@/lib/auth/console-gateway";
import { signInOptions } from "@/lib/auth/sign-in";

async function handle(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  return NextAuth(request, context, signInOptions(consoleGateway(), Date.now));
}

export { handle as GET, handle as POST };
