import { randomUUID } from "node:crypto";
import type { AccessRequest, Check } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import { refusedByLimit } from "@/lib/limits/limit-checks";
import type { DecisionToRecord } from "@/lib/auth/decision-record";
import type { Caller } from "@/lib/gateway/request/caller";
import { checkPlacement } from "./placement-checks";
import type { Services } from "../services";

/** Makes a denial one that can be asked about. Answers the headers that say under which id. */
export function recordDenial(
  services: Services,
  identity: DecisionToRecord["identity"],
  request: AccessRequest,
  decision: DecisionToRecord["decision"],
): Record<string, string> {
  const id = `dec_${randomUUID()}`;
  const failed = decision.checks.find(({ outcome }) => outcome === "fail");
  const code = "code" in decision ? decision.code : undefined;
  services.denials.record({
    id,
    at: services.now(),
    generation: services.settings.current().generation,
    identity,
    request,
    decision,
  });
  services.log.info("denied", {
    decision_id: id,
    code,
    rule: failed?.rule,
    because: failed?.because,
    route: request.route,
  });
  return { "x-gateway-decision-id": id };
}

/** A refusal with the headers of its record beside its own. */
export function withHeaders(
  { code, message, options }: GatewayError,
  headers: Readonly<Record<string, string>>,
): GatewayError {
  return new GatewayError(code, message, { ...options, headers: { ...options.headers, ...headers } });
}

/** Asks the limits of a call that the rules allow: what they refuse is a denial too. @throws what `ask` throws */
export function recordRefusals<Value>(
  services: Services,
  caller: Caller,
  ask: () => Value | Promise<Value>,
): Value | Promise<Value> {
  const refuse = (error: unknown): never => {
    throw limitDenial(services, caller, error);
  };
  try {
    const answer = ask();
    return answer instanceof Promise ? answer.catch(refuse) : answer;
  } catch (error) {
    return refuse(error);
  }
}

/** What the rules allow and the operation refuses (403): somebody else's team, a model without a price. Everything else stays what it is. */
export function recordForbidden(services: Services, { identity, access, checks }: Caller, error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.status !== 403) return error;
  const { code, message } = error;
  const failed: readonly Check[] =
    code === "model_unpriced" ? placementOf(services, access) : [{ ...OWNERSHIP, outcome: "fail", because: message }];
  return withHeaders(
    error,
    recordDenial(services, identity, access, { code, message, checks: [...checks, ...failed] }),
  );
}

const OWNERSHIP = { rule: "ownership", spec: "5.3" } as const;

/** What a call of a model met before its limits. */
function placementOf(services: Services, { model = "", route }: AccessRequest): readonly Check[] {
  return checkPlacement(services, { model, route, startedAt: services.now() }, services.settings.current()).checks;
}

/** Whatever else went wrong stays what it is. */
function limitDenial(services: Services, { identity, access, checks }: Caller, error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.status !== 429) return error;
  const { code, message } = error;
  return withHeaders(
    error,
    recordDenial(services, identity, access, {
      code,
      message,
      checks: [...checks, ...placementOf(services, access), ...refusedByLimit(error)],
    }),
  );
}
