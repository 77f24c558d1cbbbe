import type { ApiRequest } from "@/lib/doors/contract";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { JsonObject } from "@/lib/providers/json-value";
import type { Deployment } from "@/lib/providers/deployment";
import { readTraceContext, type TraceContext, type TraceHeaders } from "@/lib/http/trace-context";
import type { Call } from "./call/call";

/** Where requests and attempts stand in traces. Methods return at once and do not throw. */
export interface Tracing {
  /** The id of the trace that a request belongs to: 32 hexadecimal digits. Undefined: it belongs to none. */
  traceId(request: ApiRequest): string | undefined;
  /** The same, if the trace is recorded, so that it can be looked up by its id. */
  recordedTraceId(request: ApiRequest): string | undefined;
  /** An attempt of a call begins. Returns the headers that its upstream gets; undefined: none. */
  attemptStarted(call: Call, deployment: Deployment): TraceHeaders | undefined;
  /** A request to a tool server begins. */
  toolRequestStarted(request: ApiRequest, asked: TracedToolRequest): ToolRequestTrace;
}

/** A request to a tool server, as traces show it: never its arguments. */
export interface TracedToolRequest {
  readonly method: string;
  /** Undefined: it calls no tool. */
  readonly tool: string | undefined;
  readonly server: Pick<McpServer, "name" | "url">;
  /** The caller's `_meta`, in which a trace may stand too. */
  readonly meta: JsonObject;
}

/** The place of such a request in a trace. */
export interface ToolRequestTrace {
  /** What the server gets; undefined: nothing. */
  readonly headers: TraceHeaders | undefined;
  /** It is over; `error`: what kind of error it ended with. Only the first end counts. */
  ended(error: string | undefined): void;
}

/** A request to a tool server that belongs to no trace. */
export const UNTRACED: ToolRequestTrace = { headers: undefined, ended() {} };

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
    toolRequestStarted({ headers }, { meta }) {
      const { trace_context_in, trace_context_out } = settings();
      const context =
        trace_context_in && trace_context_out ? (contextIn(meta) ?? readTraceContext(headers)) : undefined;
      return context ? { headers: context.headers, ended() {} } : UNTRACED;
    },
  };
}

/** The trace context in the `_meta` of a message. */
function contextIn({ traceparent, tracestate }: JsonObject): TraceContext | undefined {
  if (typeof traceparent !== "string") return undefined;
  return readTraceContext({ traceparent, ...(typeof tracestate === "string" && { tracestate }) });
}
