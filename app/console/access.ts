import { headers } from "next/headers";
import { cache } from "react";
import { consoleAccessOf } from "@/lib/server/console/access";
import { consoleGateway } from "@/lib/server/console/published-gateway";
import type { ConsoleAccess } from "@/lib/wire/sign-in/console-access";

/** Who is looking at the page. Decided once per request, however many components call it. */
export const consoleAccess = cache(async (): Promise<ConsoleAccess> => {
  // headers() comes first: it marks the page as dynamic, so that the build, which has no gateway, skips it.
  const requestHeaders = Object.fromEntries(await headers());
  return consoleAccessOf(consoleGateway(), requestHeaders);
});
