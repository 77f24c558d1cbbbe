import { errorReply, GatewayError } from "@/lib/errors";
import { strangerInput } from "@/lib/wire/sign-in/console-access";
import { boundedAuthRequest } from "./next-auth/auth-request";
import type { ConsoleGateway } from "./port";
import { sessionSecretOf } from "./session";

/** Answers somebody who has signed in without access and asks for it. */
export async function answerAccessRequest(
  gateway: Pick<ConsoleGateway, "sessionSecrets" | "environment" | "openSession" | "requestAccess">,
  request: Request,
): Promise<Response> {
  const bounded = await boundedAuthRequest(request, ["request-access"]);
  if ("refusal" in bounded) return bounded.refusal;
  try {
    // Another site's page can send the cookie, and not this header.
    if (request.headers.get("x-gateway-console") !== "1")
      throw new GatewayError("cross_site_request", "The request must come from the console.");
    const note = noteIn(bounded.body?.toString("utf8") ?? "");
    const secret = await sessionSecretOf({
      headers: Object.fromEntries(request.headers),
      scope: {
        isSecure: request.headers.get("x-forwarded-proto") === "https",
        basePath: gateway.environment.basePath,
      },
      secrets: gateway.sessionSecrets,
    });
    const session = secret === undefined ? undefined : await gateway.openSession(secret);
    if (!session) throw new GatewayError("missing_credentials", "Your session has ended. Sign in again.");
    return Response.json(await gateway.requestAccess(session.token, note));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { status, headers, body } = errorReply(error);
    return Response.json(body, { status, headers });
  }
}

/** @throws GatewayError invalid_request */
function noteIn(body: string): string | null {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    throw new GatewayError("invalid_json", "The body is not valid JSON.");
  }
  const input = strangerInput.safeParse(given);
  if (input.success) return input.data.note;
  throw new GatewayError("invalid_request", "The note is too long, or holds characters that cannot be stored.");
}
