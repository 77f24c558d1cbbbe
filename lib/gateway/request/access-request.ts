import type { AccessRequest } from "@/lib/auth/decision";
import { isObject } from "@/lib/is-object";
import { isEntityId } from "@/lib/entity-id";
import { GatewayError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/doors/contract";
import type { CallBody } from "@/lib/providers/call-body";
import { endUserMembers } from "@/lib/providers/dialects/client-routes";
import type { JsonObject } from "@/lib/providers/json-value";
import type { RouteFamily } from "@/lib/auth/routes";
import { broughtTools } from "@/lib/providers/dialects/brought/brought-tools";

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
    endUser: endUserOf(body?.outline, operation.family),
    hostedTools: body && broughtTools(body.outline, operation.family),
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

/** The end user in the dialect's own member. @throws GatewayError invalid_request for one that cannot be an id */
function endUserOf(value: CallBody["value"] | undefined, family: RouteFamily): string | undefined {
  if (!value) return undefined;
  for (const path of endUserMembers(family)) {
    const id = endUserId(memberAt(value, path), path);
    if (id !== undefined) return id;
  }
  return undefined;
}

function memberAt(value: JsonObject, path: readonly string[]): unknown {
  let found: unknown = value;
  for (const name of path) found = isObject(found) ? found[name] : undefined;
  return found;
}

function endUserId(id: unknown, path: readonly string[]): string | undefined {
  if (typeof id !== "string" || id === "") return undefined;
  if (isEntityId(id)) return id;
  const param = path.join(".");
  throw new GatewayError(
    "invalid_request",
    `"${param}" must be at most 256 characters long and hold no control characters.`,
    { param },
  );
}
