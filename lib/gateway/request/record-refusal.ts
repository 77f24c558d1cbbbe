import type { AccessRequest } from "@/lib/auth/decision";
import type { DecisionToRecord } from "@/lib/auth/decision-record";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { callerRequestId } from "@/lib/http/request-id";
import type { Services } from "../services";

/** A decision that says no. `identity`: undefined where the credentials prove nobody. */
type Refusal = Pick<DecisionToRecord, "identity" | "decision"> & {
  readonly access: AccessRequest;
  /** How long authenticating and deciding took, in milliseconds. */
  readonly decisionMs: number;
};

/** Records a refusal, so that an administrator can ask for its explanation. Returns the header with its id. */
export function recordRefusal(
  { refusals, settings, observer, now, newId }: Services,
  request: ApiRequest,
  { identity, access, decision, decisionMs }: Refusal,
): Record<string, string> {
  const decisionId = `dec_${newId()}`;
  const at = now();
  refusals.record({
    id: decisionId,
    at,
    generation: settings.current().generation,
    requestId: callerRequestId(request.headers),
    identity,
    request: access,
    decision,
  });
  observer.decided?.({
    request,
    access,
    allow: false,
    isNarrower: false,
    code: "code" in decision ? decision.code : undefined,
    failed: decision.checks.find(({ outcome }) => outcome === "fail"),
    principal: undefined,
    decisionId,
    decisionMs,
    at,
  });
  return { "x-gateway-decision-id": decisionId };
}

/** A refusal with more headers beside its own. */
export function withHeaders(
  { code, message, options }: GatewayError,
  headers: Readonly<Record<string, string>>,
): GatewayError {
  return new GatewayError(code, message, { ...options, headers: { ...options.headers, ...headers } });
}
