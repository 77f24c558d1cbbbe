import { MODEL_CALL } from "@/lib/auth/access";
import type { AccessRequest } from "@/lib/auth/decision";
import { isFault } from "@/lib/auth/identify";
import type { SpendRecord } from "@/lib/calls/record";
import type { Settings } from "@/lib/config/schema";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { GatewayError, errorReply } from "@/lib/errors";
import { callModel } from "@/lib/gateway/call/model-call";
import { fallbacksOf } from "@/lib/gateway/call/targets";
import { explainCall } from "@/lib/gateway/explain/explain-call";
import { combineObservers } from "@/lib/gateway/observer";
import { accessRequest } from "@/lib/gateway/request/access-request";
import type { Caller } from "@/lib/gateway/request/caller";
import { evaluateIdentity } from "@/lib/gateway/request/evaluate";
import { mayUse } from "@/lib/gateway/request/may-use";
import type { Services } from "@/lib/gateway/services";
import type { ModelBody } from "@/lib/providers/model-body";
import type { PlaygroundDecision } from "@/lib/wire/contracts/playground";
import { checksView, identityView, obligationView, principalView } from "@/lib/wire/explanation";
import type { ChosenIdentity } from "./chosen-identity";
import {
  deploymentOf,
  piecesOf,
  PLAYGROUND_ROUTE as ROUTE,
  PLAYGROUND_TAG,
  streamEvent,
  streamReply,
  usageOf,
} from "./stream-events";
import { taggedRequest } from "./tagged-request";

/** The decision about a call as a chosen identity, and the models that it may fall back to. */
export interface DecisionAs {
  readonly decision: PlaygroundDecision;
  /** The error that the identity would get. Undefined: it is allowed. */
  readonly failure: GatewayError | undefined;
  readonly fallbacks: readonly string[];
}

/**
 * Decides about a chat completion as an identity, by the rules and then by its limits, of which nothing is taken.
 * Nothing is recorded or created. @throws GatewayError directory_unavailable, invalid_request for a broken body
 */
export async function decideAs(
  services: Services,
  { identity, headers }: ChosenIdentity,
  body: ModelBody,
): Promise<DecisionAs> {
  const settings = services.settings.current();
  const operation = { ...MODEL_CALL, path: ROUTE, family: "openai_routes" } as const;
  const access: AccessRequest = accessRequest(operation, { method: "POST", headers }, body);
  const { decision, facts } = await evaluateIdentity(services, identity, access, settings);
  const said = { identity: isFault(identity) ? null : identityView(identity), obligations: [] };
  if (!decision.allow || isFault(identity)) {
    const { code, message } = decision.allow ? { code: "internal_error" as const, message: "No identity." } : decision;
    return {
      decision: { ...said, allow: false, code, message, checks: checksView(decision.checks), principal: null },
      failure: new GatewayError(code, message),
      fallbacks: [],
    };
  }
  const { principal, obligations } = decision;
  const call = { route: ROUTE, model: body.model, body: body.value };
  const { checks, failure } = await explainCall(services, { identity, facts, principal }, call, settings);
  const all = [...decision.checks, ...checks];
  const fallbacks: string[] = [];
  for (const model of fallbacksOf(settings, body.model))
    if (await mayUse(services, { identity, principal, access }, model)) fallbacks.push(model);
  return {
    decision: {
      ...said,
      allow: !failure,
      code: failure?.code ?? null,
      message: failure?.message ?? null,
      checks: checksView(all),
      principal: principalView(principal),
      obligations: obligations.map(obligationView),
    },
    failure: failure && new GatewayError(failure.code, failure.message),
    fallbacks,
  };
}

/**
 * Sends an allowed call in the way of every call, charged to the caller. The answer is a stream: the decision at once,
 * the deployment, the pieces of the model's answer, and what it has cost. A failure is its last event.
 */
export function callAs(
  services: Services,
  request: ApiRequest,
  caller: Caller,
  { decision, fallbacks }: DecisionAs,
  body: ModelBody,
): ApiReply {
  let settled: SpendRecord | undefined;
  const settings = withFallbacks(services.settings.current(), body.model, fallbacks);
  const tried: Services = {
    ...services,
    settings: { ...services.settings, current: () => settings },
    observer: combineObservers(services.observer, { callSettled: ({ record }) => (settled = record) }),
  };
  async function* events(): AsyncGenerator<Uint8Array> {
    yield streamEvent("decision", decision);
    let reply: ApiReply | undefined;
    try {
      reply = await callModel(
        tried,
        { request: taggedRequest(request, PLAYGROUND_TAG), caller, modelBody: body },
        ROUTE,
      );
      yield streamEvent("deployment", deploymentOf(reply.headers));
      yield* piecesOf(reply);
    } catch (error) {
      if (!(error instanceof GatewayError) || request.isGone) throw error;
      yield streamEvent("error", errorReply(error, "openai").body);
    } finally {
      reply?.over?.();
    }
    if (settled) yield streamEvent("usage", usageOf(settled));
  }
  return streamReply(events());
}

/** Settings by which a model falls back to those that the identity may use, and to no other. */
function withFallbacks(settings: Settings, model: string, fallbacks: readonly string[]): Settings {
  return { ...settings, general: { ...settings.general, fallbacks: { [model]: [...fallbacks] } } };
}
