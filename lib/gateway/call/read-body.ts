import { GatewayError } from "@/lib/errors";
import type { CallBody } from "@/lib/providers/call-body";
import { readModelBody } from "@/lib/providers/model-body";
import type { ModelRoute } from "@/lib/providers/model-routes";
import type { ApiRequest } from "@/lib/doors/contract";
import { readModelForm } from "./read-form";

/**
 * Reads as much of the body of a model call as the decision needs.
 * @throws GatewayError unsupported_media_type, invalid_json, invalid_request, payload_too_large
 */
export async function readCallBody(
  request: ApiRequest,
  { body, defaultModel }: Pick<ModelRoute, "body" | "defaultModel">,
  limit: number,
  newId: () => string,
): Promise<CallBody> {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw new GatewayError("unsupported_media_type", "The body must not be compressed: leave Content-Encoding out.");
  if (body === "form") return readModelForm(request, limit, newId);
  const type = request.headers["content-type"];
  // Other types are accepted: curl calls everything `application/x-www-form-urlencoded`.
  if (typeof type === "string" && /^multipart\//i.test(type))
    throw new GatewayError(
      "unsupported_media_type",
      "This route takes JSON: the content type must be application/json.",
    );
  return readModelBody(await request.readBody(limit), defaultModel);
}
