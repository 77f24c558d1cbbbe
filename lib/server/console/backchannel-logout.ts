import { messageOf } from "@/lib/error-message";
import { boundedAuthRequest } from "./next-auth/auth-request";
import type { ConsoleGateway } from "./port";

/**
 * Answers a provider's back-channel logout (OpenID Connect Back-Channel Logout 1.0 §2.5, §2.8). It needs no
 * credentials: the logout token proves who sends it. 503 asks the provider to try again.
 */
export async function answerLogout(
  gateway: Pick<ConsoleGateway, "logOut" | "log">,
  request: Request,
): Promise<Response> {
  const bounded = await boundedAuthRequest(request, ["backchannel-logout"]);
  if ("refusal" in bounded) return bounded.refusal;
  const token = new URLSearchParams(bounded.body?.toString("utf8") ?? "").get("logout_token");
  if (token === null) return answer(400, "The body has no logout_token.");
  try {
    const verdict = await gateway.logOut(token);
    switch (verdict.kind) {
      case "ended":
        return answer(200, undefined);
      case "refused":
        gateway.log.warn("console.logout_token_refused", { reason: verdict.reason });
        return answer(400, verdict.reason);
      case "unproven":
        return answer(503, "The provider's keys cannot be fetched at the moment.");
    }
  } catch (error) {
    gateway.log.warn("console.logout_failed", { error: messageOf(error) });
    return answer(503, "The gateway cannot end sessions at the moment.");
  }
}

function answer(status: 200 | 400 | 503, description: string | undefined): Response {
  const headers = { "cache-control": "no-store", ...(status === 503 && { "retry-after": "5" }) };
  if (description === undefined) return new Response(null, { status, headers });
  const error = status === 400 ? "invalid_request" : "temporarily_unavailable";
  return Response.json({ error, error_description: description }, { status, headers });
}
