import type * as Api from "@opentelemetry/api";
import type { Attributes, Context, HrTime, Span, Tracer } from "@opentelemetry/api";
import type { ApiRequest } from "@/lib/doors/contract";
import type { Call } from "@/lib/gateway/call/call";
import type {
  AttemptEnded,
  CallSettled,
  Decided,
  FirstByteSent,
  LimitsAnswered,
  Observer,
  RequestFinished,
  RequestStarted,
} from "@/lib/gateway/observer";
import type { ToolRequestTrace, TraceContextSettings, TracedToolRequest, Tracing } from "@/lib/gateway/tracing";
import type { Deployment } from "@/lib/providers/deployment";
import { formatTraceparent, readTraceContext, type TraceContext, type TraceHeaders } from "@/lib/http/trace-context";
import { isProbePath } from "../probe-path";
import { answerAttributes, attemptAttributes, attemptName, failureAttributes } from "./attempt-attributes";
import {
  callAttributes,
  callerAttributes,
  replyAttributes,
  requestAttributes,
  requestName,
} from "./request-attributes";
import { toolAttributes, toolErrorAttributes, toolRequestName, toolServerAttributes } from "./tool-attributes";

export interface RequestTracesOptions {
  /** Passed in, because a process without traces does not load OpenTelemetry. */
  readonly api: typeof Api;
  readonly tracer: Tracer;
  readonly settings: () => TraceContextSettings;
  /**
   * A clock in milliseconds from any origin that never runs backwards. Spans within one millisecond differ only by it.
   */
  readonly tick: () => number;
}

/** A request that is in flight, and the place of its span in the caller's trace. */
interface TracedRequest {
  readonly span: Span;
  readonly isRecorded: boolean;
  /** Milliseconds since the epoch, and the tick of that moment. */
  readonly startedAt: number;
  readonly startedTick: number;
  readonly tracestate: string | undefined;
  /** The span of the attempt that is in flight, or of the last one. */
  attempt: Span | undefined;
  attempts: number;
  attemptEnded: HrTime | undefined;
  /** The reply that was sent, or whose stream has begun. */
  reply: FirstByteSent | undefined;
  isCalling: boolean;
  isSettled: boolean;
  isEnded: boolean;
  isFinished: boolean;
}

/**
 * Makes spans of what the gateway does: a SERVER span for each request, and below it a CLIENT span for each attempt of
 * its call. A request that is not sampled costs an id.
 */
export class RequestTraces implements Observer, Tracing {
  readonly #options: RequestTracesOptions;
  readonly #requests = new WeakMap<ApiRequest, TracedRequest>();

  constructor(options: RequestTracesOptions) {
    this.#options = options;
  }

  traceId(request: ApiRequest): string | undefined {
    return this.#requests.get(request)?.span.spanContext().traceId;
  }

  recordedTraceId(request: ApiRequest): string | undefined {
    return this.#recorded(request)?.span.spanContext().traceId;
  }

  requestStarted({ request, at }: RequestStarted): void {
    if (isProbePath(request.path)) return;
    const { api, tracer, settings, tick } = this.#options;
    const caller = settings().trace_context_in ? readTraceContext(request.headers) : undefined;
    const options = { kind: api.SpanKind.SERVER, startTime: hrTime(at) };
    const span = tracer.startSpan(requestName(request.method, undefined), options, this.#contextOf(caller));
    const traced: TracedRequest = {
      span,
      isRecorded: span.isRecording(),
      startedAt: at,
      startedTick: tick(),
      tracestate: caller?.headers.tracestate,
      attempt: undefined,
      attempts: 0,
      attemptEnded: undefined,
      reply: undefined,
      isCalling: false,
      isSettled: false,
      isEnded: false,
      isFinished: false,
    };
    this.#requests.set(request, traced);
    if (traced.isRecorded) request.onGone(() => this.#gone(request, traced));
  }

  decided({ request, principal, decisionId }: Decided): void {
    const traced = this.#recorded(request);
    if (principal) traced?.span.setAttributes(callerAttributes(principal));
    if (decisionId !== undefined) traced?.span.setAttribute("gateway.decision_id", decisionId);
  }

  limitsAnswered({ call, startedAt, endedAt }: LimitsAnswered): void {
    const waitedMs = Math.max(0, endedAt - startedAt);
    this.#recorded(call.request)?.span.setAttribute("gateway.limit_wait_ms", waitedMs);
  }

  attemptStarted(call: Call, deployment: Deployment): TraceHeaders | undefined {
    const { api, tracer, settings } = this.#options;
    const traced = this.#requests.get(call.request);
    if (!traced) return undefined;
    traced.isCalling = true;
    traced.attempts++;
    if (traced.isRecorded) {
      traced.attempt = tracer.startSpan(
        attemptName(call.route, deployment),
        {
          kind: api.SpanKind.CLIENT,
          startTime: this.#timeIn(traced),
          attributes: attemptAttributes(call.route, deployment, traced.attempts),
        },
        api.trace.setSpan(api.ROOT_CONTEXT, traced.span),
      );
    }
    return settings().trace_context_out ? this.#headersOf(traced, traced.attempt ?? traced.span) : undefined;
  }

  toolRequestStarted(request: ApiRequest, asked: TracedToolRequest): ToolRequestTrace {
    const { api, tracer, settings } = this.#options;
    const traced = this.#requests.get(request);
    if (!traced) return { headers: undefined, ended() {} };
    let span: Span | undefined;
    if (traced.isRecorded) {
      const shared = toolAttributes(asked);
      traced.span.setAttributes(shared);
      const options = {
        kind: api.SpanKind.CLIENT,
        startTime: this.#timeIn(traced),
        attributes: { ...shared, ...toolServerAttributes(asked.server) },
      };
      span = tracer.startSpan(toolRequestName(asked), options, api.trace.setSpan(api.ROOT_CONTEXT, traced.span));
    }
    return {
      headers: settings().trace_context_out ? this.#headersOf(traced, span ?? traced.span) : undefined,
      ended: (error) => {
        if (span && error !== undefined) this.#fail(span, toolErrorAttributes(error));
        span?.end(this.#timeIn(traced));
        span = undefined;
      },
    };
  }

  #headersOf({ tracestate }: TracedRequest, span: Span): TraceHeaders {
    const { traceId, spanId, traceFlags } = span.spanContext();
    const isSampled = (traceFlags & this.#options.api.TraceFlags.SAMPLED) !== 0;
    return { traceparent: formatTraceparent({ traceId, spanId, isSampled }), tracestate };
  }

  attemptEnded({ call, failure, next }: AttemptEnded): void {
    const traced = this.#recorded(call.request);
    if (!traced?.attempt) return;
    traced.attemptEnded = this.#timeIn(traced);
    if (failure) this.#fail(traced.attempt, failureAttributes(failure));
    // The last attempt's span gets its attributes from the settlement.
    if (!next) return;
    traced.attempt.end(traced.attemptEnded);
    traced.attempt = undefined;
  }

  callSettled({ call, record, answer }: CallSettled): void {
    const traced = call && this.#recorded(call.request);
    if (!traced) return;
    traced.isSettled = true;
    traced.attempt?.setAttributes(answerAttributes(record, answer?.describe()));
    traced.attempt?.end(traced.attemptEnded);
    traced.attempt = undefined;
    traced.span.setAttributes(callAttributes(record));
    // The head of a broken stream has a good status.
    if (record.status === "error" && traced.reply) this.#fail(traced.span, { "error.type": "stream_broken" });
    if (traced.reply || call.request.isGone) this.#end(call.request, traced);
  }

  firstByteSent(sent: FirstByteSent): void {
    const traced = this.#recorded(sent.request);
    if (!traced) return;
    traced.reply = sent;
    // A stream goes on until its call is settled. Nothing follows an error.
    if (!traced.isCalling || traced.isSettled || sent.code !== undefined) this.#end(sent.request, traced);
  }

  requestFinished({ request }: RequestFinished): void {
    const traced = this.#requests.get(request);
    if (!traced) return;
    traced.isFinished = true;
    // The call of a caller who has gone may be settled later.
    if (traced.isEnded || !traced.isRecorded) this.#forget(request);
  }

  /** Deletes the entry. The garbage collector would need a tenth of the process's time for such a large WeakMap. */
  #forget(request: ApiRequest): void {
    this.#requests.delete(request);
  }

  #gone(request: ApiRequest, traced: TracedRequest): void {
    if (!traced.isCalling || traced.isSettled) this.#end(request, traced);
  }

  #end(request: ApiRequest, traced: TracedRequest): void {
    if (traced.isEnded) return;
    traced.isEnded = true;
    const { span, reply } = traced;
    span.updateName(requestName(request.method, reply?.route));
    span.setAttributes(requestAttributes(request, reply?.route));
    if (reply) span.setAttributes(replyAttributes(reply));
    if (reply && reply.status >= 500) span.setStatus({ code: this.#options.api.SpanStatusCode.ERROR });
    span.end(this.#timeIn(traced));
    if (traced.isFinished) this.#forget(request);
  }

  #recorded(request: ApiRequest): TracedRequest | undefined {
    const traced = this.#requests.get(request);
    return traced?.isRecorded ? traced : undefined;
  }

  #fail(span: Span, attributes: Attributes): void {
    span.setAttributes(attributes);
    span.setStatus({ code: this.#options.api.SpanStatusCode.ERROR });
  }

  #contextOf(caller: TraceContext | undefined): Context {
    const { trace, ROOT_CONTEXT, TraceFlags, createTraceState } = this.#options.api;
    if (!caller) return ROOT_CONTEXT;
    const { traceId, spanId, isSampled, headers } = caller;
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      isRemote: true,
      ...(headers.tracestate !== undefined && { traceState: createTraceState(headers.tracestate) }),
    });
  }

  #timeIn({ startedAt, startedTick }: TracedRequest): HrTime {
    return hrTime(startedAt + (this.#options.tick() - startedTick));
  }
}

/**
 * A time as seconds and nanoseconds. `at` is in milliseconds since the epoch, with a fraction. OpenTelemetry might take
 * a plain number for one since the process began.
 */
function hrTime(at: number): HrTime {
  const seconds = Math.trunc(at / 1_000);
  return [seconds, Math.round((at - seconds * 1_000) * 1e6)];
}
