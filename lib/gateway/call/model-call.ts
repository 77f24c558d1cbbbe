import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { GatewayError } from "@/lib/errors";
import type { AdapterCall, StreamReader, WholeAnswer } from "@/lib/providers/adapter";
import { isRepeatable, type CallBody } from "@/lib/providers/call-body";
import { estimatePromptTokens, estimateUsage } from "@/lib/providers/estimate-usage";
import { ACCESS_REFUSED, readRetryAfter, type Failure } from "@/lib/router/failure";
import { dollarsFromNano } from "@/lib/prices/money";
import type { TriedAttempt } from "@/lib/calls/record";
import type { CallStatus } from "@/lib/usage";
import { UNPRICED_HEADER } from "@/lib/prices/unpriced";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { awaitOutcome, type Outcome } from "./outcome";
import { Attempts, type Attempt } from "./attempts";
import type { Hold, LimitedCall } from "@/lib/limits/gate";
import { callId } from "./call-id";
import { tagsOf } from "./call-tags";
import { mayUse } from "@/lib/gateway/request/may-use";
import type { Caller } from "@/lib/gateway/request/caller";
import { recordRefusals } from "./recorded-denial";
import type { OpenCall, Settlement } from "@/lib/spend/book";
import type { Services } from "../services";
import { UpstreamExchange, type UpstreamHead } from "@/lib/upstream/exchange";
import { isCut, upstreamFailure } from "@/lib/upstream/failure";
import { callerHeaders, headerText, upstreamHeaders } from "@/lib/upstream/headers";

/** Sends one call of a model route upstream, streams or returns the answer, and books what it cost. */
export async function callModel(
  services: Services,
  request: ApiRequest,
  caller: Caller,
  body: CallBody,
  route: string,
): Promise<ApiReply> {
  const startedAt = services.now();
  const attempts = new Attempts({
    services,
    startedAt,
    request,
    model: body.model,
    route,
    tokens: estimatePromptTokens(route, body),
    mayUse: (model) => mayUse(services, caller, model),
  });
  const admitted = admit(services, request, caller, { route, body, targets: attempts.targets, startedAt });
  // To wait for what is there already would cost every call a turn of the microtasks.
  const hold = admitted instanceof Promise ? await admitted : admitted;
  let first: Attempt | undefined;
  try {
    const chosen = attempts.first();
    first = chosen instanceof Promise ? await chosen : chosen;
    const call = await begin(services, request, caller, {
      route,
      body,
      deployment: first.target.deployment,
      startedAt,
    });
    return await new ModelCall(services, request, body, route, call, hold, attempts).reply(first);
  } catch (error) {
    first?.running.end(0);
    hold.release();
    throw error;
  }
}

type Admission = Pick<AdapterCall, "route" | "body" | "startedAt"> & Pick<LimitedCall, "targets">;

/** Asks budgets and rates; a call without limits goes on at once. @throws GatewayError budget_exceeded, rate_limit_exceeded, directory_unavailable */
function admit(
  services: Services,
  { headers }: ApiRequest,
  caller: Caller,
  { route, body, targets, startedAt }: Admission,
): Hold | Promise<Hold> {
  const { limits, settings } = services;
  const estimatedPromptTokens = estimatePromptTokens(route, body);
  const { models: entries } = settings.current();
  const uploadBytes =
    body.kind === "form" && headers["content-length"] !== undefined ? Number(headers["content-length"]) : undefined;
  const call: LimitedCall = {
    caller,
    route,
    body: body.value,
    model: body.model,
    entries,
    estimatedPromptTokens,
    uploadBytes,
    targets,
    at: startedAt,
  };
  return recordRefusals(services, caller, () => limits.admit(call));
}

function begin(
  { spend }: Services,
  request: ApiRequest,
  { principal }: Caller,
  { route, body, deployment, startedAt }: AdapterCall,
): Promise<OpenCall> {
  return spend.begin(
    {
      callId: callId(startedAt, randomUUID),
      startedAt,
      route,
      requestedModel: body.model,
      model: deployment.model,
      provider: deployment.provider,
      deployment: deployment.id,
      estimatedPromptTokens: estimatePromptTokens(route, body),
      keyId: principal.keyId ?? null,
      userId: principal.userId ?? null,
      teamId: principal.teamId ?? null,
      organizationId: principal.organizationId ?? null,
      endUserId: principal.endUserId ?? null,
      tags: tagsOf(request, body),
    },
    deployment.entry,
  );
}

/** A call that has been begun. Whatever becomes of it, it is booked exactly once, before its caller can see its end. */
class ModelCall {
  #status = 0;
  #upstreamMs: number | null = null;
  #attempt: Attempt | undefined;
  #tried: TriedAttempt[] | undefined;

  constructor(
    readonly services: Services,
    readonly request: ApiRequest,
    readonly body: CallBody,
    readonly route: string,
    readonly call: OpenCall,
    readonly hold: Hold,
    readonly attempts: Attempts,
  ) {}

  /** Tries one deployment after the other. @throws GatewayError when nothing came back that could be passed on */
  async reply(first: Attempt): Promise<ApiReply> {
    let attempt = first;
    for (;;) {
      this.#attempt = attempt;
      if (attempt.warnsOfPrice) this.#warnOfPrice(attempt);
      const sent: AdapterCall = {
        route: this.route,
        body: this.body,
        deployment: attempt.target.deployment,
        startedAt: this.call.intent.startedAt,
      };
      const outcome = await this.#try(attempt, sent);
      const failure = failureOf(outcome, this.services.now());
      const next = failure && (await this.attempts.after(attempt, failure, !isRepeatable(this.body)));
      if (!next) return await this.#pass(outcome, attempt, sent);
      this.services.log.info("attempt failed", {
        call_id: this.call.intent.callId,
        deployment: sent.deployment.id,
        next: next.target.deployment.id,
        ...describe(failure),
      });
      (this.#tried ??= []).push(triedAttempt(sent, failure));
      attempt = next;
    }
  }

  async #try({ target, running }: Attempt, sent: AdapterCall): Promise<Outcome> {
    const { policy, adapter } = target;
    let exchange: UpstreamExchange;
    try {
      const { path, headers, body } = adapter.request(sent);
      const dispatcher = this.services.upstreams.pool(sent.deployment.origin, policy.connectMs);
      const { firstByteMs: headersTimeout, idleMs: bodyTimeout } = policy;
      exchange = new UpstreamExchange(
        dispatcher,
        {
          method: "POST",
          path,
          headers: upstreamHeaders(this.request, headers),
          body: Buffer.isBuffer(body) ? body : Readable.from(body),
          headersTimeout,
          bodyTimeout,
        },
        this.request,
      );
    } catch (error) {
      running.end(0);
      return this.#fail(error, NO_USAGE);
    }
    this.#limitTime(exchange);
    const { teamId } = this.call.intent;
    if (teamId !== null) this.services.underWay.enter(teamId, exchange);
    const outcome = await awaitOutcome(exchange, adapter, sent);
    if (outcome.head) {
      this.#status = outcome.head.status;
      this.#upstreamMs = this.services.now() - this.call.intent.startedAt;
    }
    return outcome;
  }

  #warnOfPrice({ target: { deployment } }: Attempt): void {
    const { callId } = this.call.intent;
    this.services.log.warn("call_unpriced", {
      call_id: callId,
      requested_model: this.body.model,
      provider: deployment.provider,
      model: deployment.model,
      deployment: deployment.id,
    });
  }

  /** The call's own time ends with the answer, or ends it. */
  #limitTime(exchange: UpstreamExchange): void {
    const { leftMs } = this.attempts;
    if (leftMs === undefined) return;
    const message = "The call took longer than the timeout that is configured for its model.";
    const timer = setTimeout(() => exchange.abort(new GatewayError("upstream_timeout", message)), Math.max(0, leftMs));
    exchange.onEnd(() => clearTimeout(timer));
  }

  /** What the caller gets of the last attempt. */
  async #pass(outcome: Outcome, attempt: Attempt, sent: AdapterCall): Promise<ApiReply> {
    if (outcome.kind === "failed") return this.#fail(outcome.error, NO_USAGE);
    const { status } = outcome.head;
    const headers = this.#addHeaders(callerHeaders(outcome.head.headers), attempt);
    if (outcome.kind === "stream") {
      attempt.running.succeeded();
      return { status, headers, body: this.#stream(outcome, attempt), writeTimeoutMs: this.#writeTimeoutMs };
    }
    if (attempt.target.adapter.rewritesAnswers) headers["content-type"] = "application/json";
    if (ACCESS_REFUSED.has(status)) return this.#fail(accessRefused(status), NO_USAGE);
    if (status >= 400) {
      await this.#settle(this.request.isGone ? "cancelled" : "error", NO_USAGE).written;
      return { status, headers, body: attempt.target.adapter.refusal(sent, status, outcome.bytes) };
    }
    headers["content-type"] = "application/json";
    const answer = this.#translate(outcome.bytes, attempt, sent);
    const { body, usage } = answer instanceof Promise ? await answer : answer;
    attempt.running.succeeded();
    const { record, written } = this.#settle("success", usage ?? this.#estimate(outcome.bytes));
    if (record.priceState !== "unpriced") headers["x-gateway-cost"] = dollarsFromNano(record.spendNano);
    await written;
    return { status, headers, body, writeTimeoutMs: this.#writeTimeoutMs };
  }

  /** An answer that is none has been paid for all the same, so nothing else is tried; but it counts against its deployment. */
  #translate(bytes: Buffer, attempt: Attempt, sent: AdapterCall): WholeAnswer | Promise<never> {
    try {
      return attempt.target.adapter.answer(sent, bytes);
    } catch (error) {
      this.attempts.broke(attempt, { kind: "connection" });
      return this.#fail(error, this.#estimate(bytes));
    }
  }

  /** Forwards a stream piece by piece; whoever stops iterating has hung up. */
  async *#stream(
    { reader, pieces, rest }: Extract<Outcome, { kind: "stream" }>,
    attempt: Attempt,
  ): AsyncGenerator<Uint8Array> {
    const book = (status: CallStatus): Promise<void> => this.#settle(status, this.#usageOf(reader)).written;
    try {
      if (reader.isComplete) await book("success");
      yield* pieces;
      for await (const chunk of rest) {
        const more = reader.push(chunk);
        if (reader.isComplete) await book("success");
        yield* more;
      }
      const last = reader.end();
      if (!reader.mayEnd)
        throw new GatewayError("upstream_unreachable", "The upstream ended the stream before the answer was complete.");
      await book("success");
      yield* last;
    } catch (error) {
      if (this.request.isGone) throw error;
      if (!isCut(error)) this.attempts.broke(attempt, { kind: "connection" });
      await book("error");
      const event = reader.failure(upstreamFailure(error));
      if (!event) throw error;
      yield event;
    } finally {
      await rest.return(undefined);
      // Only a caller who left gets here with the call still open.
      await book("cancelled");
    }
  }

  get #writeTimeoutMs(): number {
    return this.services.settings.current().general.write_timeout_seconds * 1000;
  }

  #usageOf(reader: StreamReader): Usage {
    return reader.usage(this.call.intent.estimatedPromptTokens);
  }

  /** A failed call is booked too, so its id goes out with the error. @throws GatewayError always */
  async #fail(cause: unknown, usage: Usage): Promise<never> {
    await this.#settle(this.request.isGone ? "cancelled" : "error", usage).written;
    const { code, message, options } = upstreamFailure(cause);
    const headers = { ...options.headers };
    throw new GatewayError(code, message, {
      ...options,
      headers: this.#attempt ? this.#addHeaders(headers, this.#attempt) : headers,
    });
  }

  /** Adds to what it is given: to spread one object into another costs a microsecond. */
  #addHeaders(headers: Record<string, string>, { target, model, warnsOfPrice }: Attempt): Record<string, string> {
    // Limits here come before those of the upstream, which are not this caller's.
    Object.assign(headers, this.hold.headers);
    headers["x-gateway-call-id"] = this.call.intent.callId;
    headers["x-gateway-deployment"] = headerText(target.deployment.id);
    headers["x-gateway-attempts"] = String(this.attempts.count);
    if (warnsOfPrice) headers[UNPRICED_HEADER] = "unpriced";
    if (model !== this.body.model) headers["x-gateway-fallback"] = headerText(model);
    return headers;
  }

  /** The caller may see the end once it is `written`. */
  #settle(status: CallStatus, usage: Usage): Settlement {
    this.#attempt?.running.end(usage.promptTokens + usage.completionTokens);
    const served = this.#attempt?.target.deployment;
    const end = {
      status,
      httpStatus: this.#status || null,
      usage,
      upstreamMs: this.#upstreamMs,
      endedAt: this.services.now(),
      attempts: this.attempts.count,
      served,
      tried: this.#tried,
    };
    const settlement = this.call.settle(end);
    this.hold.settle(settlement.record);
    return settlement;
  }

  #estimate(answer: Buffer): Usage {
    return estimateUsage(this.route, this.body, this.call.intent.estimatedPromptTokens, answer.length);
  }
}

/** What of an outcome lets another attempt follow: nothing of it has been sent. Undefined: it is an answer. */
function failureOf(outcome: Outcome, now: number): Failure | undefined {
  switch (outcome.kind) {
    case "failed":
      if (isCut(outcome.error)) return undefined;
      // A form that turned out to be none while it was being sent: no fault of the deployment's.
      if (outcome.error instanceof GatewayError && outcome.error.status < 500)
        return { kind: "status", status: outcome.error.status, retryAfterMs: undefined };
      return { kind: upstreamFailure(outcome.error).code === "upstream_timeout" ? "timeout" : "connection" };
    case "whole":
      return statusFailure(outcome.head, now);
    case "stream":
      // An end before the first piece: the upstream began, and broke off.
      return outcome.pieces.length === 0 && !outcome.reader.mayEnd ? { kind: "connection" } : undefined;
  }
}

/** The gateway's own key was refused: nothing the caller could mend, and the upstream's words may show a part of it. */
function accessRefused(status: number): GatewayError {
  const message = `The upstream refused the gateway's access to this model (${status}); its administrators must look at the deployment's key.`;
  return new GatewayError("upstream_access_refused", message);
}

function statusFailure({ status, headers }: UpstreamHead, now: number): Failure | undefined {
  return status < 400 ? undefined : { kind: "status", status, retryAfterMs: readRetryAfter(headers, now) };
}

function triedAttempt({ deployment: { id, provider, model } }: AdapterCall, failure: Failure): TriedAttempt {
  return {
    deployment: id,
    provider,
    model,
    failure: failure.kind === "status" ? String(failure.status) : failure.kind,
  };
}

function describe(failure: Failure): Record<string, unknown> {
  return failure.kind === "status" ? { failure: failure.kind, status: failure.status } : { failure: failure.kind };
}
