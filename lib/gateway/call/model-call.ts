import type { ApiReply } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { TriedAttempt } from "@/lib/calls/record";
import type { Hold } from "@/lib/limits/hold";
import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import { dollarsFromNano } from "@/lib/prices/money";
import { UNPRICED_HEADER } from "@/lib/prices/unpriced";
import type { AdapterCall, Kept, UpstreamRequest, WholeAnswer } from "@/lib/providers/adapter";
import type { DescribedAnswer } from "@/lib/providers/answer-facts";
import { isRepeatable } from "@/lib/providers/call-body";
import { droppedHeader } from "@/lib/providers/form/dropped-members";
import type { Failure } from "@/lib/router/failure";
import type { OpenCall, Settlement } from "@/lib/spend/book";
import type { HeldAnswer } from "@/lib/upstream/answer-memory";
import type { UpstreamExchange } from "@/lib/upstream/exchange";
import { upstreamFailure } from "@/lib/upstream/failure";
import { adviseRetry, anthropicBeta, callerHeaders, headerText } from "@/lib/upstream/headers";
import { checkLoop } from "@/lib/upstream/passed-gateways";
import { postUpstream, type SignRequest } from "@/lib/upstream/post";
import { upstreamRequestId } from "@/lib/upstream/request-id";
import { addUsage, NO_USAGE, type CallStatus, type Usage } from "@/lib/usage";
import type { Services } from "../services";
import { attemptFailure, ownFault, tookTooLong, triedAttempt } from "./attempt-failure";
import { askLimits } from "./ask-limits";
import { Attempts, type Attempt } from "./attempts";
import type { AdmittedCall, Call } from "./call";
import { intentOf } from "./call-intent";
import { CallTimes } from "./call-times";
import { mediaOfCall, type MediaOfCall } from "./fetch-media";
import { refuseForeignChoices } from "./foreign-choices";
import { forwardStream, type StreamedCall } from "./forward-stream";
import { keepingAnswer } from "./keep-content";
import { checkContinued, keepAnswer } from "./kept-answers";
import { newCall } from "./new-call";
import { awaitOutcome, holdingRoom, type Outcome } from "./outcome";
import { sendParts } from "./send-parts";
import { sendProven } from "./send-proven";
import { usageOfAnswer, usageOfFailure } from "./unreported-usage";

/**
 * Sends one call of a model upstream, streams or returns the answer, and books what it cost. `route`: canonical,
 * without `/v1`. Throws or rejects with GatewayError.
 */
export function callModel(services: Services, asked: AdmittedCall, route: string): Promise<ApiReply> {
  checkLoop(asked.request);
  refuseForeignChoices(asked.request);
  const call = newCall(services, asked, route);
  return keepingAnswer(call, () => answerTo(services, call));
}

function answerTo(services: Services, call: Call): Promise<ApiReply> {
  const admitted = checkContinued(services, call)?.then(() => askLimits(services, call)) ?? askLimits(services, call);
  const reply = (hold: Hold): Promise<ApiReply> => new ModelCall(services, call, hold).reply();
  return isPromise(admitted) ? admitted.then(reply) : reply(admitted);
}

/**
 * A call that its limits have admitted. Once its intent is in the journal, it is booked exactly once, before its caller
 * can see its end.
 */
class ModelCall implements StreamedCall {
  readonly #attempts: Attempts;
  readonly #times: CallTimes;
  /** Set once the intent is in the journal; nothing is sent upstream before. */
  #open: OpenCall | undefined;
  #settlement: Settlement | undefined;
  /** The attempt that is in flight, or the last one. */
  #attempt: Attempt | undefined;
  /** The room that the whole answer of the last attempt takes. */
  #held: HeldAnswer | undefined;
  /** Of the attempt that is in flight, or the last one; undefined: its request could not be built. */
  #exchange: UpstreamExchange | undefined;
  /** What its upstream did not get of the caller's parameters. */
  #dropped: readonly string[] | undefined;
  #media: MediaOfCall | undefined;
  #failure: Failure | undefined;
  #tried: TriedAttempt[] | undefined;
  #answer: (DescribedAnswer & Kept) | undefined;
  #status = 0;
  /** What earlier attempts were charged, whose answers nobody gets. */
  #lost = NO_USAGE;
  /** Of the attempt that is in flight, or the last one. */
  #upstreamRequestId: string | null = null;

  constructor(
    readonly services: Services,
    readonly call: Call,
    readonly hold: Hold,
  ) {
    this.#attempts = new Attempts(services, call, hold);
    this.#times = new CallTimes(call, services.now);
  }

  /** Tries one deployment after the other. @throws GatewayError when no answer came back that can be passed on */
  async reply(): Promise<ApiReply> {
    try {
      const { services, call } = this;
      const first = this.#attempts.first();
      let attempt = (this.#attempt = isPromise(first) ? await first : first);
      const { deployment, price } = attempt.target;
      this.#open = await services.spend.begin(intentOf(call, deployment), price);
      for (;;) {
        if (attempt.target.priceCheck === "warn")
          services.observer.callUnpriced?.({ call, deployment: attempt.target.deployment });
        const { route, body, startedAt, request } = call;
        const beta = anthropicBeta(request);
        const sent: AdapterCall = { route, body, deployment: attempt.target.deployment, beta, startedAt };
        const outcome = await this.#try(attempt, sent);
        if (outcome.kind !== "stream") this.#times.outcomeCame();
        const failure = (this.#failure = attemptFailure(outcome, sent, services.now()));
        const next = failure && (await this.#attempts.after(attempt, failure, !isRepeatable(call.body)));
        if (!next) return holdingRoom(await this.#pass(outcome, attempt, sent), this.#held);
        this.#held?.release();
        this.#attemptEnded(attempt, this.#attempts.count - 1, next);
        (this.#tried ??= []).push(triedAttempt(sent.deployment, failure));
        attempt = this.#attempt = next;
      }
    } catch (error) {
      this.#abandon();
      throw error;
    }
  }

  /** Frees what a call that failed before it was booked still holds. */
  #abandon(): void {
    this.#held?.release();
    this.#media?.held.release();
    this.#attempt?.running.end(0);
    this.hold.release();
  }

  /** Books the call; only the first time counts. The caller may see its end once that is `written`. */
  settle(status: CallStatus, usage: Usage): Settlement {
    return (this.#settlement ??= this.#settle(status, usage));
  }

  contentCame(): void {
    this.#times.contentCame();
  }

  broke(): void {
    if (!this.#attempt) return;
    this.#failure = { kind: "connection", isRefused: false };
    this.#attempts.broke(this.#attempt, this.#failure);
  }

  /** Sends the call to the deployment of an attempt, with the credential that it needs. */
  #try(attempt: Attempt, sent: AdapterCall): Promise<Outcome> {
    const { credential, origin } = sent.deployment;
    if (!credential) return this.#send(attempt, sent, undefined);
    const proven = { credential, origin, policy: attempt.target.policy, canRepeat: isRepeatable(sent.body) };
    return sendProven(this.services, proven, (sign) => this.#send(attempt, sent, sign));
  }

  async #send({ target, running }: Attempt, sent: AdapterCall, sign: SignRequest | undefined): Promise<Outcome> {
    const { services, call } = this;
    const { policy, adapter } = target;
    const { split } = adapter;
    let sending: Promise<Outcome>;
    this.#exchange = this.#dropped = undefined;
    this.#upstreamRequestId = null;
    this.#times.attemptBegan();
    try {
      const { origin, clientCertificate } = sent.deployment;
      const line = services.upstreams.line(origin, policy.connectMs, clientCertificate);
      this.#media?.held.release();
      const media = (this.#media = mediaOfCall(services, call, adapter, sent));
      const asked = media ? { ...sent, fetched: await media.fetched } : sent;
      const parts = split?.requests(asked);
      const put = parts?.[0] ?? adapter.request(asked);
      this.#dropped = put.dropped;
      const trace = services.tracing.attemptStarted(call, sent.deployment);
      const post = (one: UpstreamRequest): Promise<Outcome> => {
        const exchange = (this.#exchange = postUpstream(line, one, policy, call.request, trace, sign));
        const { leftMs } = this.#attempts;
        if (leftMs !== undefined) exchange.abortAfter(Math.max(0, leftMs), tookTooLong);
        services.underWay.enter(call.caller.principal.teamId, exchange);
        return awaitOutcome(exchange, adapter, sent, services.answers);
      };
      const lose = (bytes: Buffer): void => void (this.#lost = addUsage(this.#lost, split?.usage(bytes) ?? NO_USAGE));
      sending = parts && split ? sendParts(parts, split.join, post, lose) : post(put);
    } catch (error) {
      running.end(0);
      return this.#fail(error, NO_USAGE);
    }
    const outcome = await sending;
    this.#held = outcome.kind === "whole" ? outcome.held : undefined;
    if (outcome.head) {
      this.#status = outcome.head.status;
      this.#times.headCame();
      this.#upstreamRequestId = upstreamRequestId(outcome.head.headers);
    }
    return outcome;
  }

  /** Answers the caller with the outcome of the last attempt. */
  async #pass(outcome: Outcome, attempt: Attempt, sent: AdapterCall): Promise<ApiReply> {
    const { call } = this;
    if (outcome.kind === "failed")
      return this.#fail(outcome.error, usageOfFailure(call, outcome.error, this.#exchange?.isSent ?? false));
    const { status } = outcome.head;
    const { adapter } = attempt.target;
    const headers = this.#addHeaders(callerHeaders(outcome.head.headers), attempt);
    if (outcome.kind === "stream") {
      // A stream that ended before its first event has been counted against its deployment.
      if (!this.#failure) attempt.running.succeeded();
      this.#answer = outcome.reader;
      // nginx holds answers back in blocks of several kilobytes unless they say that it must not.
      headers["x-accel-buffering"] = "no";
      return { status, headers, body: forwardStream(outcome, this), writeTimeoutMs: this.#writeTimeoutMs };
    }
    if (adapter.rewritesAnswers) headers["content-type"] = "application/json";
    if (status >= 400) {
      const fault = ownFault(status, this.#failure, attempt.target.isPinned);
      if (fault) return this.#fail(fault, NO_USAGE);
      const pause = this.#failure?.kind === "status" ? this.#failure.retryAfterMs : undefined;
      if (pause !== undefined) headers["retry-after"] ??= String(Math.ceil(pause / 1000));
      adviseRetry(headers, this.#attempts.count, this.services.now());
      await this.settle(this.#failedStatus, NO_USAGE).written;
      return { status, headers, body: adapter.errorBody(sent, status, outcome.bytes) };
    }
    headers["content-type"] = "application/json";
    const translated = this.#translate(outcome.bytes, attempt, sent);
    const answer = (this.#answer = isPromise(translated) ? await translated : translated);
    attempt.running.succeeded();
    const usage = answer.usage ?? usageOfAnswer(call, answer.generated() ?? outcome.bytes.length);
    const { record, written } = this.settle("success", usage);
    if (record.priceState !== "unpriced") headers["x-gateway-cost"] = dollarsFromNano(record.spendNano);
    await written;
    return { status, headers, body: answer.body, writeTimeoutMs: this.#writeTimeoutMs };
  }

  /** A malformed answer was still billed, so it is not retried; but it counts against its deployment. */
  #translate(bytes: Buffer, { target: { adapter } }: Attempt, sent: AdapterCall): MaybePromise<WholeAnswer> {
    try {
      return adapter.answer(sent, bytes);
    } catch (error) {
      this.broke();
      return this.#fail(error, usageOfAnswer(this.call, bytes.length));
    }
  }

  get #writeTimeoutMs(): number {
    return this.services.settings.current().general.write_timeout_seconds * 1000;
  }

  get #failedStatus(): CallStatus {
    return this.call.request.isGone ? "cancelled" : "error";
  }

  /** Books a failed call; its id goes out with the error. @throws GatewayError always */
  async #fail(cause: unknown, usage: Usage): Promise<never> {
    await this.settle(this.#failedStatus, usage).written;
    const { code, message, options } = upstreamFailure(cause);
    const headers = { ...options.headers };
    adviseRetry(headers, this.#attempts.count, this.services.now());
    throw new GatewayError(code, message, {
      ...options,
      headers: this.#attempt ? this.#addHeaders(headers, this.#attempt) : headers,
    });
  }

  /** Adds to the headers it is given: spreading one object into another takes a microsecond. */
  #addHeaders(headers: Record<string, string>, { target, model }: Attempt): Record<string, string> {
    // The gateway's own rate limits replace those of the upstream, which count other callers' calls too.
    Object.assign(headers, this.hold.headers);
    headers["x-gateway-call-id"] = this.call.id;
    headers["x-gateway-deployment"] = headerText(target.deployment.id);
    headers["x-gateway-attempts"] = String(this.#attempts.count);
    if (this.#upstreamRequestId !== null) headers["x-upstream-request-id"] = this.#upstreamRequestId;
    if (this.#dropped) headers["x-gateway-dropped"] = droppedHeader(this.#dropped);
    if (target.priceCheck === "warn") headers[UNPRICED_HEADER] = "unpriced";
    if (model !== this.call.model) headers["x-gateway-fallback"] = headerText(model);
    return headers;
  }

  #settle(status: CallStatus, usage: Usage): Settlement {
    const attempt = this.#attempt;
    if (!this.#open || !attempt) throw new Error("a call is booked that was not begun");
    this.#media?.held.release();
    attempt.running.end(usage.promptTokens + usage.completionTokens);
    const settlement = this.#open.settle({
      status,
      httpStatus: this.#status || null,
      usage: this.#lost === NO_USAGE ? usage : addUsage(usage, this.#lost),
      upstreamMs: this.#times.upstreamMs,
      firstTokenMs: this.#times.firstTokenMs,
      upstreamRequestId: this.#upstreamRequestId,
      endedAt: this.services.now(),
      attempts: this.#attempts.count,
      served: attempt.target,
      tried: this.#tried,
    });
    this.hold.settle(settlement.record);
    this.#attemptEnded(attempt, this.#attempts.count, undefined);
    this.services.observer.callSettled?.({
      request: this.call.request,
      call: this.call,
      record: settlement.record,
      answer: this.#answer,
      deployment: attempt.target.deployment,
      attemptsMs: this.#times.attemptsMs,
    });
    const kept = keepAnswer(this.services, this.call, attempt, this.#answer);
    return kept ? { ...settlement, written: kept.then(() => settlement.written) } : settlement;
  }

  #attemptEnded({ target }: Attempt, number: number, next: Attempt | undefined): void {
    this.services.observer.attemptEnded?.({
      call: this.call,
      deployment: target.deployment,
      number,
      startedAt: this.#times.attemptAt,
      endedAt: this.#times.attemptEndedAt,
      // A caller that hung up is not a failure of the deployment.
      failure: this.call.request.isGone ? undefined : this.#failure,
      next: next?.target.deployment,
    });
  }
}
