import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { VerifiedToken } from "@/lib/auth/decision";
import { failedProof } from "@/lib/auth/token/failed-proof";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { accessRequest } from "@/lib/gateway/request/access-request";
import { authenticate } from "@/lib/gateway/request/authenticate";
import { recordRefusal, withHeaders } from "@/lib/gateway/request/record-refusal";
import type { Services } from "@/lib/gateway/services";
import { ownAudiences } from "@/lib/gateway/tools/own-audiences";
import type { Operation } from "./operation";

/**
 * Proves who is calling, and records a 401 as a refusal. Returns no promise for a JWT that is remembered. `since`: when
 * proving began, in milliseconds since the epoch. @throws as `authenticate`
 */
export function prove(
  services: Services,
  request: ApiRequest,
  operation: Operation,
  since: number,
): MaybePromise<VerifiedToken> {
  const meant = operation.takesMessage ? () => ownAudiences(services.environment, [request.path]) : undefined;
  const proof = hasKeyInQuery(operation, request)
    ? Promise.reject(keyInQuery())
    : authenticate(services, request, meant);
  return isPromise(proof)
    ? proof.catch((error) => recordUnproven(services, { request, operation, since }, error))
    : proof;
}

/** The names under which Google's clients may send a credential in the query. */
const CREDENTIALS = ["key", "access_token", "oauth_token"];

/** Addresses are logged and kept by whatever a request passes, so a key in one is not a secret any more. */
function hasKeyInQuery({ family }: Operation, { query }: ApiRequest): boolean {
  if (family !== "google_routes" || query === "") return false;
  const given = new URLSearchParams(query);
  return CREDENTIALS.some((name) => given.has(name));
}

function keyInQuery(): GatewayError {
  return new GatewayError(
    "invalid_key",
    "A key in the address is refused, because addresses are logged on the way: send it as x-goog-api-key or as a bearer, and replace this one.",
  );
}

/** Credentials that nobody could prove. Errors other than 401 are not a decision. */
function recordUnproven(
  services: Services,
  { request, operation, since }: { request: ApiRequest; operation: Operation; since: number },
  error: unknown,
): never {
  if (!(error instanceof GatewayError) || error.status !== 401) throw error;
  const refusal = {
    identity: undefined,
    access: accessRequest(operation, request, undefined),
    decision: failedProof(error),
    decisionMs: services.now() - since,
  };
  throw withHeaders(error, recordRefusal(services, request, refusal));
}
