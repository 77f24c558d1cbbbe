import type { AccessRequest } from "@/lib/auth/decision";
import { isEntityId } from "@/lib/entity-id";
import { GatewayError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/doors/contract";
import type { CallBody } from "@/lib/providers/call-body";
import { objectAt } from "@/lib/providers/json-value";
import type { RouteFamily } from "@/lib/auth/routes";

/**
 * What a request asks for, as the rules see it.
 * @throws GatewayError invalid_request if the end user it names cannot be an id
 */
export function accessRequest(
  operation: Pick<AccessRequest, "family" | "access" | "effect"> & {
    readonly path: string;
    readonly route?: string;
  },
  { method, headers }: Pick<ApiRequest, "method" | "headers">,
  body: CallBody | undefined,
): AccessRequest {
  return {
    method,
    route: operation.route ?? operation.path,
    family: operation.family,
    access: operation.access,
    effect: operation.effect,
    model: body?.model,
    requestedTeam: requestedTeam(headers),
    requestedOrganization: requestedOrganization(headers),
    endUser: endUserOf(body?.value, operation.family),
  };
}

/** The team that the caller wants to act for. */
export function requestedTeam(headers: ApiRequest["headers"]): string | undefined {
  const team = headers["x-gateway-team-id"];
  return typeof team === "string" && team !== "" ? team : undefined;
}

/** The organisation that the caller wants to be charged, of several that the token names. */
export function requestedOrganization(headers: ApiRequest["headers"]): string | undefined {
  const organization = headers["x-gateway-organization-id"];
  return typeof organization === "string" && organization !== "" ? organization : undefined;
}

/**
 * The end user in the dialect's own member: OpenAI's `user` or its successor `safety_identifier`, Anthropic's
 * `metadata.user_id`.
 */
function endUserOf(value: CallBody["value"] | undefined, family: RouteFamily): string | undefined {
  // Google's dialect has no member for it.
  if (!value || family === "google_routes") return undefined;
  if (family === "anthropic_routes") return endUserId(objectAt(value, "metadata")["user_id"], "metadata.user_id");
  return endUserId(value["user"], "user") ?? endUserId(value["safety_identifier"], "safety_identifier");
}

function endUserId(id: unknown, param: string): string | undefined {
  if (typeof id !== "string" || id === "") return undefined;
  if (isEntityId(id)) return id;
  throw new GatewayError(
    "invalid_request",
    `"${param}" must be at most 256 characters long and hold no control characters.`,
    { param },
  );
}
