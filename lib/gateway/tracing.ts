import type { ApiRequest } from "@/lib/doors/contract";
import type { Deployment } from "@/lib/providers/deployment";
import { readTraceContext, type TraceHeaders } from "@/lib/http/trace-context";
import type { Call } from "./call/call";

/** Where requests and attempts stand in traces. Methods return at once and do not throw. */
export interface Tracing {
  /** The id of the trace that a request belongs to: 32 hexadecimal digits. Undefined: it belongs to none. */
  traceId(request: ApiRequest): string | undefined;
  /** The same, if the trace is recorded, so that it can be looked up by its id. */
  recordedTraceId(request: ApiRequest): string | undefined;
  /** An attempt of a call begins. Returns the headers that its upstream gets; undefined: none. */
  attemptStarted(call: Call, deployment: Deployment): TraceHeaders | undefined;
}

/** Whether trace contexts count, in from callers and out to upstreams. */
export interface TraceContextSettings {
  readonly trace_context_in: boolean;
  readonly trace_context_out: boolean;
}

/**
 * While no traces are exported, a request belongs to its caller's trace, and upstreams get the caller's headers
 * unchanged (W3C Trace Context §4.3).
 */
export function passTracesThrough(settings: () => TraceContextSettings): Tracing {
  return {
    traceId({ headers }) {
      return settings().trace_context_in ? readTraceContext(headers)?.traceId : undefined;
    },
    recordedTraceId({ headers }) {
      if (headers["traceparent"] === undefined || !settings().trace_context_in) return undefined;
      const context = readTraceContext(headers);
      return context?.isSampled ? context.traceId : undefined;
    },
    attemptStarted({ request: { headers } }) {
      if (headers["traceparent"] === undefined) return undefined;
      const { trace_context_in, trace_context_out } = settings();
      return trace_context_in && trace_context_out ? readTraceContext(headers)?.headers : undefined;
    },
  };
}
