import { randomUUID } from "node:crypto";
import type { Principal } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import type { Adapter, AdapterCall, WholeAnswer } from "@/lib/providers/adapter";
import { adapterFor } from "@/lib/providers/dialect";
import type { ModelBody } from "@/lib/providers/model-body";
import { estimateTokens } from "@/lib/providers/openai-usage";
import { deploymentOf, type Deployment } from "@/lib/router/deployment";
import { resolveModel } from "@/lib/router/resolve";
import type { CallStatus } from "@/lib/spend/record";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { ApiReply, ApiRequest } from "./api";
import type { OpenCall, Services } from "./services";
import { UpstreamExchange, type UpstreamHead } from "./upstream-exchange";
import { upstreamFailure } from "./upstream-failure";
import { callerHeaders, upstreamHeaders } from "./upstream-headers";

/** A plain answer is read whole to find its usage; beyond this many bytes it is no answer of a language model. */
const MAX_PLAIN_ANSWER = 64 * 1024 * 1024;

/** Sends one call of a model route upstream, streams or returns the answer, and books what it cost. */
export async function callModel(services: Services, request: ApiRequest, principal: Principal, body: ModelBody, route: string): Promise<ApiReply> {
  const deployment = chooseDeployment(services, body.model);
  const adapter = adapterFor(route, deployment);
  const sent: AdapterCall = { route, body, deployment, startedAt: services.now() };
  const { path, headers, body: bytes } = adapter.request(sent);
  const call = await begin(services, principal, sent);
  const exchange = new UpstreamExchange(
    services.upstreams.pool(deployment.origin),
    { method: "POST", path, headers: upstreamHeaders(request, headers), body: bytes },
    request,
  );
  return new Answering(services, request, call, adapter, sent, exchange).reply();
}

function chooseDeployment({ settings }: Services, model: string): Deployment {
  const { winner } = resolveModel(model, settings.current().models);
  if (!winner) {
    throw new GatewayError("model_not_found", `The model ${JSON.stringify(model.slice(0, 120))} does not exist.`, { param: "model" });
  }
  return deploymentOf(winner);
}

function begin({ spend }: Services, principal: Principal, { route, body, deployment, startedAt }: AdapterCall): Promise<OpenCall> {
  return spend.begin(
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
}

/** A call that has gone upstream, on its way back. Whatever becomes of it, it is booked exactly once, before its caller can see its end. */
class Answering {
  #status = 0;
  #upstreamMs: number | null = null;

  constructor(
    readonly services: Services,
    readonly request: ApiRequest,
    readonly call: OpenCall,
    readonly adapter: Adapter,
    readonly sent: AdapterCall,
    readonly exchange: UpstreamExchange,
  ) {}

  /** @throws GatewayError when nothing came back that could be passed on */
  async reply(): Promise<ApiReply> {
    const head = await this.exchange.head.catch((error: unknown) => this.#fail(error, NO_USAGE));
    this.#status = head.status;
    this.#upstreamMs = this.services.now() - this.call.intent.startedAt;
    const headers = callerHeaders(head.headers);
    headers["x-gateway-call-id"] = this.call.intent.callId;
    headers["x-gateway-deployment"] = this.sent.deployment.id;
    if (head.status === 200 && isEventStream(head)) return { status: 200, headers, body: this.#stream() };
    const bytes = await this.exchange.collect(MAX_PLAIN_ANSWER).catch((error: unknown) => this.#fail(error, NO_USAGE));
    if (head.status >= 400) {
      await this.#settle("error", NO_USAGE);
      return { status: head.status, headers, body: this.adapter.refusal(this.sent, head.status, bytes) };
    }
    const { body, usage } = await this.#translate(bytes);
    await this.#settle("success", usage ?? this.#estimate(bytes));
    return { status: head.status, headers, body };
  }

  /** An answer that is none has been paid for all the same. */
  async #translate(bytes: Buffer): Promise<WholeAnswer> {
    try {
      return this.adapter.answer(this.sent, bytes);
    } catch (error) {
      return this.#fail(error, this.#estimate(bytes));
    }
  }

  /** Forwards a stream piece by piece; whoever stops iterating has hung up. */
  async *#stream(): AsyncGenerator<Uint8Array> {
    const reader = this.adapter.stream(this.sent);
    const book = (status: CallStatus): Promise<void> => this.#settle(status, reader.usage(this.call.intent.estimatedPromptTokens));
    try {
      for await (const chunk of this.exchange) {
        const pieces = reader.push(chunk);
        if (reader.isComplete) await book("success");
        yield* pieces;
      }
      const rest = reader.end();
      if (!reader.mayEnd) throw new GatewayError("upstream_unreachable", "The upstream ended the stream before the answer was complete.");
      await book("success");
      yield* rest;
    } catch (error) {
      if (this.request.isGone) throw error;
      await book("error");
      yield reader.failure(upstreamFailure(error));
    } finally {
      // Only a caller who left gets here with the call still open.
      await book("cancelled");
    }
  }

  /** A failed call is booked too, so its id goes out with the error. @throws GatewayError always */
  async #fail(cause: unknown, usage: Usage): Promise<never> {
    await this.#settle(this.request.isGone ? "cancelled" : "error", usage);
    const { code, message, options } = upstreamFailure(cause);
    const headers = { ...options.headers, "x-gateway-call-id": this.call.intent.callId };
    throw new GatewayError(code, message, { ...options, headers });
  }

  /** Resolves when the caller may see the end. */
  #settle(status: CallStatus, usage: Usage): Promise<void> {
    const end = { status, httpStatus: this.#status || null, usage, upstreamMs: this.#upstreamMs, endedAt: this.services.now() };
    return this.call.settle(end).written;
  }

  #estimate(answer: Buffer): Usage {
    const { estimatedPromptTokens } = this.call.intent;
    return { ...NO_USAGE, promptTokens: estimatedPromptTokens, completionTokens: estimateTokens(answer.length), source: "estimated" };
  }
}

function isEventStream({ headers }: UpstreamHead): boolean {
  const type = headers["content-type"];
  return typeof type === "string" && type.startsWith("text/event-stream");
}
