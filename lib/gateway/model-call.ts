import { randomUUID } from "node:crypto";
import { errors as undiciErrors } from "undici";
import type { Principal } from "@/lib/auth/decision";
import { GatewayError, errorReply } from "@/lib/errors";
import { OpenAiStreamMeter } from "@/lib/providers/openai-stream";
import { estimateTokens, readOpenAiUsage } from "@/lib/providers/openai-usage";
import { deploymentOf, type Deployment } from "@/lib/router/deployment";
import { resolveModel } from "@/lib/router/resolve";
import type { CallStatus } from "@/lib/spend/record";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { ApiReply, ApiRequest } from "./api";
import { withMembers, type ModelBody } from "./model-body";
import type { OpenCall, Services } from "./services";
import { UpstreamExchange, type UpstreamHead } from "./upstream-exchange";

/** A plain answer is read whole to find its usage; beyond this many bytes it is no answer of a language model. */
const MAX_PLAIN_ANSWER = 64 * 1024 * 1024;

/** Sends one call of an OpenAI-format route upstream, streams or returns the answer, and books what it cost. */
export async function callModel(
  services: Services,
  request: ApiRequest,
  principal: Principal,
  body: ModelBody,
  route: string,
): Promise<ApiReply> {
  const deployment = chooseDeployment(services, body.model);
  const startedAt = services.now();
  const call = services.spend.begin(
    {
      callId: `call_${randomUUID()}`,
      startedAt,
      route,
      requestedModel: body.model,
      model: deployment.model,
      provider: deployment.provider,
      deployment: deployment.id,
      estimatedPromptTokens: estimateTokens(body.bytes.length),
      keyId: principal.keyId ?? null,
      userId: principal.userId ?? null,
      teamId: principal.teamId ?? null,
      organizationId: principal.organizationId ?? null,
      endUserId: principal.endUserId ?? null,
      tags: [],
    },
    deployment.entry,
  );
  const asked = callerAsksForUsage(body);
  const exchange = new UpstreamExchange(
    services.upstreams.pool(deployment.origin),
    {
      method: "POST",
      path: deployment.basePath + route,
      headers: upstreamHeaders(request, deployment),
      body: upstreamBody(body, deployment, asked),
    },
    request,
  );
  let head: UpstreamHead;
  try {
    head = await exchange.head;
  } catch (error) {
    settle(services, call, request.isGone ? "cancelled" : "error", null, NO_USAGE, null);
    throw withCallId(upstreamFailure(error), call);
  }
  const upstreamMs = services.now() - startedAt;
  const headers = { ...callerHeaders(head.headers), "x-gateway-call-id": call.intent.callId, "x-gateway-deployment": deployment.id };
  const isStream = head.status === 200 && String(head.headers["content-type"]).startsWith("text/event-stream");
  if (isStream) {
    const meter = new OpenAiStreamMeter({ hidesUsage: !asked });
    return { status: 200, headers, body: meteredStream(services, call, exchange, meter, upstreamMs, request) };
  }
  const answer = await exchange.collect(MAX_PLAIN_ANSWER).catch((error: unknown) => {
    settle(services, call, request.isGone ? "cancelled" : "error", head.status, NO_USAGE, upstreamMs);
    throw withCallId(upstreamFailure(error), call);
  });
  if (head.status >= 400) {
    settle(services, call, "error", head.status, NO_USAGE, upstreamMs);
    return { status: head.status, headers, body: answer };
  }
  settle(services, call, "success", head.status, plainUsage(answer, call), upstreamMs);
  return { status: head.status, headers, body: answer };
}

function chooseDeployment({ settings }: Services, model: string): Deployment {
  const { winner } = resolveModel(model, settings.current().models);
  if (!winner) {
    throw new GatewayError("model_not_found", `The model ${JSON.stringify(model.slice(0, 120))} does not exist.`, { param: "model" });
  }
  return deploymentOf(winner);
}

/** Forwards a stream chunk by chunk; whoever stops iterating has hung up. The end is booked before the caller can see it. */
async function* meteredStream(
  services: Services,
  call: OpenCall,
  source: AsyncIterable<Uint8Array>,
  meter: OpenAiStreamMeter,
  upstreamMs: number,
  request: ApiRequest,
): AsyncGenerator<Uint8Array> {
  const book = (status: CallStatus): void =>
    settle(services, call, status, 200, meter.usage(call.intent.estimatedPromptTokens), upstreamMs);
  let status: CallStatus = "cancelled";
  try {
    for await (const chunk of source) {
      const pieces = meter.push(chunk);
      if (meter.isDone) book("success");
      yield* pieces;
    }
    const rest = meter.end();
    status = "success";
    book(status);
    yield* rest;
  } catch (error) {
    if (request.isGone) throw error;
    status = "error";
    book(status);
    yield errorEvent(upstreamFailure(error));
  } finally {
    book(status);
  }
}

/** OpenAI's own form of an error in a stream; the stream then ends without `[DONE]`. */
function errorEvent(error: GatewayError): Buffer {
  return Buffer.from(`data: ${JSON.stringify(errorReply(error).body)}\n\n`);
}

function settle(services: Services, call: OpenCall, status: CallStatus, httpStatus: number | null, usage: Usage, upstreamMs: number | null): void {
  call.settle({ status, httpStatus, usage, upstreamMs, endedAt: services.now() });
}

function callerAsksForUsage({ value }: ModelBody): boolean {
  const options = value["stream_options"];
  return typeof options === "object" && options !== null && Reflect.get(options, "include_usage") === true;
}

/** Usage is always asked for: without it a stream could only be estimated. */
function upstreamBody(body: ModelBody, deployment: Deployment, asked: boolean): Buffer {
  const replacements: Record<string, unknown> = {};
  if (deployment.model !== body.model) replacements["model"] = deployment.model;
  if (body.stream && !asked) {
    const options = body.value["stream_options"];
    replacements["stream_options"] = { ...(typeof options === "object" ? options : undefined), include_usage: true };
  }
  return Object.keys(replacements).length === 0 ? body.bytes : withMembers(body, replacements);
}

/** Built from nothing: the caller's own credentials, cookies and hop-by-hop headers never go upstream. */
function upstreamHeaders({ headers }: ApiRequest, deployment: Deployment): Record<string, string> {
  const sent: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "user-agent": "model-gateway",
  };
  if (deployment.authorization) sent["authorization"] = deployment.authorization;
  for (const name of ["traceparent", "tracestate", "openai-beta"]) {
    const value = headers[name];
    if (typeof value === "string") sent[name] = value;
  }
  return sent;
}

const RETURNED = new Set(["content-type", "content-encoding", "cache-control", "retry-after", "x-request-id", "request-id", "x-should-retry"]);
const RETURNED_PREFIXES = ["x-ratelimit-", "openai-", "anthropic-ratelimit-"];

function callerHeaders(headers: UpstreamHead["headers"]): Record<string, string> {
  const returned: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !(RETURNED.has(name) || RETURNED_PREFIXES.some((prefix) => name.startsWith(prefix)))) continue;
    returned[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return returned;
}

function plainUsage(answer: Buffer, call: OpenCall): Usage {
  const estimated: Usage = { ...NO_USAGE, promptTokens: call.intent.estimatedPromptTokens, completionTokens: estimateTokens(answer.length), source: "estimated" };
  try {
    const value: unknown = JSON.parse(answer.toString("utf8"));
    return (typeof value === "object" && value !== null ? readOpenAiUsage(Reflect.get(value, "usage")) : undefined) ?? estimated;
  } catch {
    return estimated;
  }
}

function upstreamFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const isTimeout =
    error instanceof undiciErrors.ConnectTimeoutError ||
    error instanceof undiciErrors.HeadersTimeoutError ||
    error instanceof undiciErrors.BodyTimeoutError;
  return isTimeout
    ? new GatewayError("upstream_timeout", "The upstream did not answer in time.", { cause: error })
    : new GatewayError("upstream_unreachable", "The upstream cannot be reached, or broke off.", { cause: error });
}

/** A failed call is booked too, so its id goes out with the error. */
function withCallId(error: GatewayError, call: OpenCall): GatewayError {
  const headers = { ...error.options.headers, "x-gateway-call-id": call.intent.callId };
  return new GatewayError(error.code, error.message, { ...error.options, headers });
}
