import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { VerifiedToken } from "@/lib/auth/decision";
import { failedProof } from "@/lib/auth/token/failed-proof";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { accessRequest } from "@/lib/gateway/request/access-request";
import { authenticate } from "@/lib/gateway/request/authenticate";
import { recordRefusal, withHeaders } from "@/lib/gateway/request/record-refusal";
import type { Services } from "@/lib/gateway/services";
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
  const proof = authenticate(services, request);
  return isPromise(proof)
    ? proof.catch((error) => recordUnproven(services, { request, operation, since }, error))
    : proof;
}

/** Credentials that nobody could prove. Errors other than 401 are no decision. */
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
