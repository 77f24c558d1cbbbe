import type { NextRequest } from "next/server";
import { messageOf } from "@/lib/error-message";
import { TRIAL_STATE } from "@/lib/gateway/login/begin-trial";
import { withBasePath } from "@/lib/http/base-path";
import type { ConsoleGateway } from "../port";
import { sessionSecretOf } from "../session";
import type { CookieScope } from "./cookies";

/** The page in the window of a test login that is over. */
const TESTED_PAGE = "/console/tested";

/** Ends a test login, whose browser the provider has sent back. It begins no session. */
export async function endTrial(gateway: ConsoleGateway, request: NextRequest, scope: CookieScope): Promise<Response> {
  const { searchParams } = request.nextUrl;
  const parameter = (name: string): string | undefined => searchParams.get(name) || undefined;
  const headers = { cookie: request.headers.get("cookie") ?? undefined };
  const session = await sessionSecretOf({ headers, scope, secrets: gateway.sessionSecrets });
  const answer = {
    trialId: (parameter("state") ?? "").slice(TRIAL_STATE.length),
    code: parameter("code"),
    error: parameter("error"),
    description: parameter("error_description"),
  };
  let isKnown = false;
  try {
    isKnown = await gateway.finishTrial(answer, session);
  } catch (error) {
    gateway.log.warn("console.login_test_failed", { error: messageOf(error) });
  }
  const location = withBasePath(isKnown ? TESTED_PAGE : `${TESTED_PAGE}?unknown=1`, scope.basePath);
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
