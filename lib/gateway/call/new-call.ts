import type { ApiRequest } from "@/lib/doors/contract";
import type { CallBody } from "@/lib/providers/call-body";
import { recordedSeconds } from "@/lib/prices/estimate";
import { checkCompletionLimit } from "@/lib/providers/check-completion-limit";
import { estimatePromptTokens } from "@/lib/providers/estimate-usage";
import { namedInput } from "@/lib/providers/named-input";
import { callerRequestId } from "@/lib/http/request-id";
import type { Services } from "../services";
import type { AdmittedCall, Call } from "./call";
import { openContent } from "./keep-content";
import { callId } from "./call-id";
import { sessionOf } from "./call-session";
import { tagsOf } from "./call-tags";
import { requestedTargets, servableTargets } from "./targets";

/**
 * Works out everything about a call that is known before it is sent. `route`: canonical, without `/v1`.
 * @throws GatewayError model_not_found, model_unpriced, invalid_request when the model does not serve the route or the
 * limits of the body are wrong
 */
export function newCall(
  services: Pick<Services, "settings" | "prices" | "now" | "newId" | "tracing" | "contents">,
  { request, caller, modelBody: body }: AdmittedCall,
  route: string,
): Call {
  const { settings, prices, now, newId, tracing } = services;
  const startedAt = now();
  const { model } = body;
  checkCompletionLimit(route, body);
  const targets = requestedTargets({ model, route, startedAt, body }, settings.current(), prices.current());
  const id = callId(startedAt, newId);
  const servable = servableTargets(targets, model);
  const { identity, facts, principal: payers } = caller;
  return {
    id,
    requestId: callerRequestId(request.headers) ?? id,
    traceId: tracing.traceId(request) ?? null,
    sessionId: sessionOf(request, body) ?? null,
    startedAt,
    route,
    request,
    caller,
    body,
    model,
    estimatedPromptTokens: estimatePromptTokens(route, body),
    seconds: secondsOf(request, body),
    namedInput: () => namedInput(route, body.outline),
    refusesNamed: settings.current().general.named_inputs === "refuse",
    tags: tagsOf(request, body),
    content: openContent(services, { id, route, request, body, identity, facts, payers }),
    targets: servable,
  };
}

function secondsOf({ headers }: ApiRequest, body: CallBody): number | undefined {
  const length = headers["content-length"];
  return body.kind === "form" && length !== undefined
    ? recordedSeconds(Number(length), body.bytesPerSecond)
    : undefined;
}
