import type { SpendRecord } from "@/lib/calls/record";
import type { ApiReply } from "@/lib/doors/contract";
import type { AdmittedCall } from "@/lib/gateway/call/call";
import { callModel } from "@/lib/gateway/call/model-call";
import { combineObservers } from "@/lib/gateway/observer";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Services } from "@/lib/gateway/services";
import type { PlaygroundDecision } from "@/lib/wire/contracts/playground";
import { checksView, identityView, principalView } from "@/lib/wire/explanation";
import {
  deploymentOf,
  piecesOf,
  PLAYGROUND_ROUTE,
  PLAYGROUND_TAG,
  streamEvent,
  streamReply,
  usageOf,
} from "./stream-events";
import { taggedRequest } from "./tagged-request";

/**
 * Makes an admitted call as any other, with its caller's limits and booking. The answer tells more: the decision and
 * the deployment before the model's answer, and what it used and cost after it. Throws or rejects as any call does.
 */
export async function callOwn(services: Services, { request, caller, modelBody }: AdmittedCall): Promise<ApiReply> {
  let settled: SpendRecord | undefined;
  const told: Services = {
    ...services,
    observer: combineObservers(services.observer, { callSettled: ({ record }) => (settled = record) }),
  };
  const reply = await callModel(
    told,
    { request: taggedRequest(request, PLAYGROUND_TAG), caller, modelBody },
    PLAYGROUND_ROUTE,
  );
  if (reply.status >= 400) return reply;
  async function* events(): AsyncGenerator<Uint8Array> {
    try {
      yield streamEvent("decision", decisionOf(caller));
      yield streamEvent("deployment", deploymentOf(reply.headers));
      yield* piecesOf(reply);
    } finally {
      reply.over?.();
    }
    if (settled) yield streamEvent("usage", usageOf(settled));
  }
  return streamReply(events());
}

function decisionOf({ checks, identity, principal }: Caller): PlaygroundDecision {
  return {
    allow: true,
    code: null,
    message: null,
    checks: checksView(checks),
    identity: identityView(identity),
    principal: principalView(principal),
    obligations: [],
  };
}
