import { canonicalRoute } from "@/lib/auth/routes";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import type { ErrorDialect } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { isToolPath } from "@/lib/mcp/tool-paths";
import { betaPath } from "@/lib/providers/dialects/google/routes";
import { callerRequestId, REQUEST_ID_HEADER } from "@/lib/http/request-id";

/** The end of a path that Anthropic's clients call, wherever a wrong base address makes it lie. */
const MESSAGES_END = /\/messages(?:\/count_tokens)?\/?$/;

/** Whether the clients of a path speak Anthropic's dialect. */
export function speaksAnthropic(path: string): boolean {
  // `includes` comes first, because this runs for every request and few paths contain it.
  if (!path.includes("/messages")) return false;
  return canonicalRoute(path).startsWith("/messages") || MESSAGES_END.test(path);
}

/** The dialect in which the clients of a path read errors. */
export function errorDialectOf(path: string): ErrorDialect {
  if (speaksAnthropic(path)) return "anthropic";
  if (isToolPath(path)) return "mcp";
  const isGoogle = path.includes("/v1beta/") || path === "/v1beta" || betaPath(path) !== undefined;
  return isGoogle ? "google" : "openai";
}

/**
 * Gives a reply its `x-request-id`: the caller's own, else the id of the call or of the refusal, else a new one.
 * Anthropic's clients read `request-id`, and `request_id` in the body of an error (Anthropic's API reference, errors).
 * It replaces the id that an upstream wrote there, by which nobody could find the call here.
 */
export function identifyReply(
  reply: ApiReply,
  { headers: asked, path }: Pick<ApiRequest, "headers" | "path">,
  newId: () => string,
): ApiReply {
  const { headers } = reply;
  const id =
    callerRequestId(asked) ?? headers["x-gateway-call-id"] ?? headers["x-gateway-decision-id"] ?? `req_${newId()}`;
  headers[REQUEST_ID_HEADER] = id;
  if (!speaksAnthropic(path)) return reply;
  headers["request-id"] = id;
  return reply.status < 400 ? reply : { ...reply, body: withRequestId(reply.body, id) };
}

/** A body that is not an error in Anthropic's form stays as it is: that of `custom_validate` is the same everywhere. */
function withRequestId(body: ApiReply["body"], id: string): ApiReply["body"] {
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return body;
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) && isObject(value["error"]) ? JSON.stringify({ ...value, request_id: id }) : body;
  } catch {
    return body;
  }
}
