import { isForConnectionOnly } from "./connection-header";

/** The headers that carry a trace from one service to the next (W3C Trace Context). */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
}

/** The place in a trace that a caller sent. */
export interface TraceContext {
  /** 32 hexadecimal digits in lower case, not all zero. */
  readonly traceId: string;
  /** The caller's span: 16 hexadecimal digits in lower case, not all zero. */
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly isSampled: boolean;
  /** As the caller sent them. */
  readonly headers: TraceHeaders;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
/** Longer headers are not read: a later version would hardly need more. */
const LONGEST = 512;

/**
 * Reads the trace context of a request. Undefined: there is none, or it is not valid, and `tracestate` counts for
 * nothing without it (W3C Trace Context §3.2, §4.3). `headers` have lower-case names.
 */
export function readTraceContext(headers: Headers): TraceContext | undefined {
  const { traceparent, tracestate, connection } = headers;
  if (typeof traceparent !== "string" || traceparent.length > LONGEST || isForConnectionOnly(connection, "traceparent"))
    return undefined;
  const [, version = "", traceId = "", spanId = "", flags = "", more] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === "" || version === "ff" || ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  // A later version may add fields at the end, and this one has none.
  if (version === "00" && more !== undefined) return undefined;
  const hasState =
    typeof tracestate === "string" && tracestate !== "" && !isForConnectionOnly(connection, "tracestate");
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & 1) === 1,
    headers: { traceparent, tracestate: hasState ? tracestate : undefined },
  };
}

/** `traceparent` in version 00. The flags that this version does not know are zero (W3C Trace Context §3.2.2.5.1). */
export function formatTraceparent({ traceId, spanId, isSampled }: Omit<TraceContext, "headers">): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
