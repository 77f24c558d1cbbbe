import type { AccessRequest } from "@/lib/auth/decision";
import { isEntityId } from "@/lib/entity-id";
import { GatewayError } from "@/lib/errors";
import type { ApiRequest } from "./api";
import type { CallBody } from "@/lib/providers/call-body";
import type { Operation } from "./operation";

/** What a request asks for, as the decision sees it. @throws GatewayError invalid_request when `user` could be nobody's id */
export function accessRequest(operation: Pick<Operation, "path" | "family">, { method, headers }: ApiRequest, body: CallBody | undefined): AccessRequest {
  return {
    method,
    route: operation.path,
    family: operation.family,
    model: body?.model,
    requestedTeam: requestedTeam(headers),
    endUser: endUserOf(body),
  };
}

/** The team that the caller chooses to act for. */
export function requestedTeam(headers: ApiRequest["headers"]): string | undefined {
  const team = headers["x-gateway-team-id"];
  return typeof team === "string" && team !== "" ? team : undefined;
}

function endUserOf(body: CallBody | undefined): string | undefined {
  const user = body?.value["user"];
  if (typeof user !== "string" || user === "") return undefined;
  if (isEntityId(user)) return user;
  throw new GatewayError("invalid_request", '"user" must be at most 256 characters long and hold no control characters.', { param: "user" });
}
