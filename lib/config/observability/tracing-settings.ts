import { z } from "zod";

/** The fields of `general_settings` about the W3C trace context, from callers and to upstreams. */
export const tracingSettings = {
  trace_context_in: z
    .boolean()
    .default(true)
    .describe(
      "Whether the `traceparent` and `tracestate` of callers count. `false`: each request begins its own trace, so that callers cannot decide which traces are recorded.",
    ),
  trace_context_out: z
    .boolean()
    .default(true)
    .describe(
      "Whether upstreams get `traceparent` and `tracestate`. While the gateway exports no traces, they get those of the caller unchanged.",
    ),
};
