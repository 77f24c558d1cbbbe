import { readFetchBody } from "@/lib/doors/fetch-door";
import { errorReply, GatewayError } from "@/lib/errors";
import { MOST_BODY_BYTES } from "../body-bound";

/**
 * Reads and bounds the body of a request to next-auth, or refuses the request. next-auth itself reads bodies of any
 * size, its route `_log` would write anything that anybody sends to the log, and unexpected input makes it throw.
 * `action` and `provider` are the segments after `/api/auth/`.
 */
export async function boundedAuthRequest(
  request: Request,
  [action, provider]: readonly string[],
): Promise<{ readonly body: Buffer<ArrayBuffer> | undefined } | { readonly refusal: Response }> {
  try {
    if (action === "_log") throw new GatewayError("not_found", "There is no such route.");
    if (action === "callback" && provider === "master-key" && request.method !== "POST")
      throw new GatewayError("method_not_allowed", "A master key is sent with POST.", { headers: { allow: "POST" } });
    const body = request.body ? await readFetchBody(request, MOST_BODY_BYTES) : undefined;
    if (body && /^application\/json/i.test(request.headers.get("content-type") ?? "")) requireJson(body);
    return { body };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { status, headers, body } = errorReply(error);
    return { refusal: Response.json(body, { status, headers }) };
  }
}

function requireJson(body: Buffer): void {
  try {
    JSON.parse(body.toString());
  } catch (error) {
    throw new GatewayError("invalid_json", "The body is not valid JSON.", { cause: error });
  }
}
