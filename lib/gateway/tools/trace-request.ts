import { objectAt, type JsonObject } from "@/lib/providers/json-value";
import { type ToolRequestTrace, UNTRACED } from "../tracing";
import type { BookedRequest, ServerResponse } from "./booked-request";

/** The members of `_meta` that carry a trace, which stand for headers there (W3C Trace Context). */
const TRACE_META: ReadonlySet<string> = new Set(["traceparent", "tracestate", "baggage"]);

/** The parameters of a request with its place in a trace in `_meta`, in place of the caller's own. */
export function withTrace(params: JsonObject, headers: ToolRequestTrace["headers"]): JsonObject {
  if (params["_meta"] === undefined && headers === undefined) return params;
  const { _meta: given, ...rest } = params;
  const kept = Object.entries(objectAt(params, "_meta")).filter(([name]) => !TRACE_META.has(name));
  const { traceparent, tracestate } = headers ?? {};
  const meta = {
    ...Object.fromEntries(kept),
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
  };
  return given === undefined && headers === undefined ? rest : { ...rest, _meta: meta };
}

/** The books of a request, whose end is the end of its span too. */
export function traced(booked: BookedRequest, trace: ToolRequestTrace): BookedRequest {
  if (trace === UNTRACED) return booked;
  return {
    headers: booked.headers,
    answered(response) {
      trace.ended(errorOf(response));
      return booked.answered(response);
    },
    failed(isSent, isGone) {
      trace.ended(isGone ? "cancelled" : "upstream_failed");
      return booked.failed(isSent, isGone);
    },
  };
}

/** What OpenTelemetry's conventions for MCP name as the kind of an error; undefined: it is none. */
function errorOf(response: ServerResponse): string | undefined {
  if (response.kind === "error") return String(response.error.code);
  return response.result["isError"] === true ? "tool_error" : undefined;
}
