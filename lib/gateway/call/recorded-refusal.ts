import type { Check } from "@/lib/auth/decision";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Caller } from "../request/caller";
import { refusedByLimit } from "@/lib/limits/limit-checks";
import { recordRefusal, withHeaders } from "../request/record-refusal";
import type { Services } from "../services";
import type { Call } from "./call";
import { checkPlacement } from "./placement-checks";

/**
 * Records a refusal by an operation that the rules allow: a 403 (another team's data, a model without a price), or a
 * call of a model that no entry serves. Returns the error to answer with: other errors as they are.
 */
export function recordForbidden(services: Services, request: ApiRequest, caller: Caller, error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { access } = caller;
  const isUnknownModel = error.code === "model_not_found" && access.model !== undefined;
  if (error.status !== 403 && !isUnknownModel) return error;
  const failed: readonly Check[] =
    error.code === "model_unpriced" || isUnknownModel
      ? placementChecks(services, { model: access.model ?? "", route: access.route, startedAt: services.now() })
      : [{ ...OWNERSHIP, outcome: "fail", because: error.message }];
  return recordOf(services, request, caller, error, failed);
}

const OWNERSHIP = { rule: "ownership", spec: "5.3" } as const;

/** Records a 429 of a call that the rules allow. Returns the error to answer with: other errors as they are. */
export function recordLimitRefusal(services: Services, call: Call, error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.status !== 429) return error;
  const failed = [...placementChecks(services, call), ...refusedByLimit(error)];
  return recordOf(services, call.request, call.caller, error, failed);
}

/** `failed`: the checks after those of the rules. */
function recordOf(
  services: Services,
  request: ApiRequest,
  { identity, access, checks, decisionMs }: Caller,
  error: GatewayError,
  failed: readonly Check[],
): GatewayError {
  const { code, message } = error;
  const decision = { code, message, checks: [...checks, ...failed] };
  return withHeaders(error, recordRefusal(services, request, { identity, access, decision, decisionMs }));
}

/** The checks that come before the limits of a call. */
function placementChecks(services: Services, call: Pick<Call, "model" | "route" | "startedAt">): readonly Check[] {
  return checkPlacement(services, call, services.settings.current()).checks;
}
