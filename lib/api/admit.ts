import type { AccessRequest, VerifiedToken } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { actedByOf, actorOf } from "@/lib/gateway/request/actor-of";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Evaluation } from "@/lib/gateway/request/evaluation";
import { keepRefused } from "@/lib/gateway/call/keep-content";
import { bindsAtOnce } from "@/lib/gateway/request/fulfil";
import { recordRefusal } from "@/lib/gateway/request/record-refusal";
import type { CallBody } from "@/lib/providers/call-body";
import type { NarrowingDecision } from "@/lib/gateway/record/narrowing-decision";
import type { Services } from "@/lib/gateway/services";

/** A request whose credentials are proven, and what the rules need to know of it. */
export interface ProvenRequest {
  readonly request: ApiRequest;
  readonly token: VerifiedToken;
  readonly access: AccessRequest;
  /** Of a call of a model, once it is read. */
  readonly body?: CallBody;
  /**
   * When authentication began, shifted by the upload time so that `decisionMs` excludes it. Milliseconds since the
   * epoch.
   */
  readonly since: number;
  /** Of a request that is decided about again once it is known what it names. Absent: this decision is the only one. */
  readonly narrowing?: NarrowingDecision;
}

/** The caller, if the decision allows the request. @throws GatewayError with the code and the id of the refusal */
export function admit(services: Services, proven: ProvenRequest): MaybePromise<Caller> {
  const evaluated = services.evaluate(proven.token, proven.access);
  return isPromise(evaluated)
    ? evaluated.then((evaluation) => admitted(services, proven, evaluation))
    : admitted(services, proven, evaluated);
}

/**
 * Asks everything that needs no model before a large body is read, so that a caller who is refused anyway uploads
 * nothing. The rules only become stricter once the model is known. @throws GatewayError with the decision's code
 */
export async function decideFirst(services: Services, proven: ProvenRequest): Promise<void> {
  const { token, access } = proven;
  const evaluation = await services.evaluate(token, access);
  if (evaluation.decision.allow && !isFault(evaluation.identity)) return;
  services.recorder.record(token, evaluation.identity, access, evaluation.decision);
  throw denied(services, proven, evaluation);
}

function admitted(services: Services, proven: ProvenRequest, evaluation: Evaluation): MaybePromise<Caller> {
  const { request, token, access, since, narrowing } = proven;
  const { identity, facts, decision } = evaluation;
  const isNarrower = narrowing?.isBegun ?? false;
  if (narrowing) narrowing.last = { token, identity, access, decision };
  else services.recorder.record(token, identity, access, decision);
  if (!decision.allow || isFault(identity)) throw denied(services, proven, evaluation);
  const at = services.now();
  const decisionMs = at - since;
  services.observer.decided?.({
    request,
    access,
    allow: true,
    isNarrower,
    code: undefined,
    failed: undefined,
    principal: decision.principal,
    decisionId: undefined,
    decisionMs,
    at,
  });
  const { principal, checks, obligations } = decision;
  const caller: Caller = { token, identity, principal, facts, access, checks, decisionMs, actor: actorOf(identity) };
  if (obligations.length === 0) return caller;
  // What the decision requires is a part of it.
  return services.fulfil(obligations, caller.actor, actedByOf(identity)).then(async () => {
    const bound = bindsAtOnce(services, obligations) ? await decidedAgain(services, proven, caller) : caller;
    return { ...bound, decisionMs: services.now() - since };
  });
}

/** The caller with what has just been created for it. @throws GatewayError with the code and the id of the refusal */
async function decidedAgain(services: Services, proven: ProvenRequest, caller: Caller): Promise<Caller> {
  const evaluation = await services.evaluate(proven.token, proven.access);
  const { identity, facts, decision } = evaluation;
  if (!decision.allow || isFault(identity)) throw denied(services, proven, evaluation);
  return { ...caller, identity, facts, principal: decision.principal, checks: decision.checks };
}

/** Records a refusal. Returns the error with the id of the record in its headers. */
function denied(
  services: Services,
  { request, access, since, body }: ProvenRequest,
  { identity, decision, facts }: Evaluation,
): GatewayError {
  const { code, message } = decision.allow ? { code: "internal_error" as const, message: "No identity." } : decision;
  const decisionMs = services.now() - since;
  const error = new GatewayError(code, message, {
    headers: recordRefusal(services, request, { identity, access, decision, decisionMs }),
  });
  const { route, requestedTeam } = access;
  if (body && !isFault(identity))
    keepRefused(services, { route, request, body, identity, facts, requestedTeam }, error);
  return error;
}
