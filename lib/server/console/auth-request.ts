import { readFetchBody } from "@/lib/doors/fetch-door";
import { errorReply, GatewayError } from "@/lib/errors";
import { MOST_BODY_BYTES } from "./body-bound";

/**
 * A request to next-auth with its body read and bounded, or the refusal. next-auth itself reads bodies of any size, and
 * its route `_log` would write whatever anybody sends to the log. `action`: the first segment after `/api/auth/`.
 */
export async function boundedAuthRequest(
  request: Request,
  action: string | undefined,
): Promise<{ readonly body: Buffer<ArrayBuffer> | undefined } | { readonly refusal: Response }> {
  try {
    if (action === "_log") throw new GatewayError("not_found", "There is no such route.");
    return { body: request.body ? await readFetchBody(request, MOST_BODY_BYTES) : undefined };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { status, headers, body } = errorReply(error);
    return { refusal: Response.json(body, { status, headers }) };
  }
}
