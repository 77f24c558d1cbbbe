/**
 * A metric for Prometheus and for docs/reference/metrics.md. The names are fixed, because people build dashboards on
 * them.
 */
export interface MetricRow {
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  readonly help: string;
  /** More about it, for docs/reference/metrics.md. */
  readonly note?: string;
  /** How the gauges of several processes become one. Counters and histograms are added up. */
  readonly across?: "sum" | "highest" | "lowest" | "first";
  /** Of a histogram: upper bounds in seconds. */
  readonly buckets?: readonly number[];
}

const OWN_TIME = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const MODEL_TIME = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];

/** Those of OpenTelemetry's semantic conventions for MCP. */
const TOOL_TIME = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Every metric, in the order in which they are shown. */
export const METRICS = {
  gateway_requests_total: {
    type: "counter",
    labels: ["route", "status"],
    help: "Requests to the API that were answered, by route and HTTP status.",
    note: "`route` is the template of [the API](api.md), such as `/chat/completions`, or `other` for unknown paths. A request whose caller hung up before the answer began is not counted.",
  },
  gateway_decisions_total: {
    type: "counter",
    labels: ["rule", "outcome"],
    help: "Decisions about requests, by the rule that decided and its outcome.",
    note: "`outcome` is `allowed`, with `rule` `all`, or `refused`, with the [rule](../explain/how-a-call-is-decided.md) that refused. A budget, a rate, or the rules on the tool that is called may refuse what has been allowed: that is a second decision.",
  },
  gateway_refusals_total: {
    type: "counter",
    labels: ["code"],
    help: "Requests that were answered with an error of the gateway, by its code.",
    note: "Failures of upstreams have codes that begin with `upstream_`.",
  },
  gateway_overhead_seconds: {
    type: "histogram",
    labels: [],
    help: "The gateway's own time in a model call: all of it less the attempts at upstreams.",
    note: "Pauses before another attempt and waiting for a slow reader do not count.",
    buckets: OWN_TIME,
  },
  gateway_limit_wait_seconds: {
    type: "histogram",
    labels: [],
    help: "How long model calls waited for their limits, to be admitted or refused. Most need not wait and are not counted.",
    note: "Part of `gateway_overhead_seconds`. Budgets are shared out by the database, rates and parallel calls are counted by the database or Redis.",
    buckets: OWN_TIME,
  },
  gateway_upstream_duration_seconds: {
    type: "histogram",
    labels: [],
    help: "One attempt of a model call at an upstream, to its last byte or its failure.",
    buckets: MODEL_TIME,
  },
  gateway_time_to_first_token_seconds: {
    type: "histogram",
    labels: [],
    help: "From the beginning of a model call to the first token of its answer.",
    buckets: MODEL_TIME,
  },
  gateway_tokens_total: {
    type: "counter",
    labels: ["model", "team", "type"],
    help: "Tokens of ended model calls; the types are disjoint.",
    note: "`type` is `input` (not read from the provider's cache), `cached_input` or `output`. `model` is the `model_name` of the entry that served the call, or `other` once that entry is gone. `team` is empty for calls without a team.",
  },
  gateway_spend_dollars_total: {
    type: "counter",
    labels: ["model", "team", "mcp_server"],
    help: "Dollars that ended calls of models and of tools cost.",
    note: "`model` and `team` as above. A call of a tool has its server in `mcp_server` and an empty `model`.",
  },
  gateway_tool_calls_total: {
    type: "counter",
    labels: ["mcp_server", "status"],
    help: "Ended calls of tools, by server and by the status of their rows.",
    note: "`status` is that of the spend log: `success`, `tool_error`, `error`, `cancelled` or `interrupted`.",
  },
  mcp_server_operation_duration_seconds: {
    type: "histogram",
    labels: ["mcp_method_name"],
    help: "A request of a caller to the tool gateway, from its arrival to the last byte of its answer.",
    note: "OpenTelemetry's `mcp.server.operation.duration`. `mcp_method_name` is the method, such as `tools/list`, or `other` for one that the protocol does not have. `subscriptions/listen`, which lasts, is left out.",
    buckets: TOOL_TIME,
  },
  mcp_client_operation_duration_seconds: {
    type: "histogram",
    labels: ["mcp_method_name"],
    help: "A request of the gateway to a tool server, to its result or its failure.",
    note: "OpenTelemetry's `mcp.client.operation.duration`. `mcp_method_name` as above; lists that the gateway reads by itself count too.",
    buckets: TOOL_TIME,
  },
  gateway_budget_used_ratio: {
    type: "gauge",
    labels: ["kind", "id"],
    help: "The part of a budget that is spent in its present window; 1 is all of it.",
    note: "`kind` is `team`, `organization` or `model`; for `id` `other`, the highest of the rest. Budgets without calls are up to 15 seconds old.",
    across: "highest",
  },
  gateway_deployment_up: {
    type: "gauge",
    labels: ["deployment"],
    help: "Whether a deployment serves: 0 on cooldown, or after three failed attempts in a row, else 1.",
    note: "`deployment` is the id in `x-gateway-deployment`. One success anywhere makes it 1 again.",
    across: "first",
  },
  gateway_deployment_cooldowns_total: {
    type: "counter",
    labels: [],
    help: "Cooldowns that began, including those after a failed trial.",
  },
  gateway_key_set_age_seconds: {
    type: "gauge",
    labels: ["issuer"],
    help: "Time since the keys of an identity provider were last fetched.",
    note: "They are fetched when a token needs them, so without calls the age grows. `issuer` is the issuer, or the address of the key set where no issuer is known.",
    across: "highest",
  },
  gateway_content_dropped_total: {
    type: "counter",
    labels: ["reason"],
    help: "Calls whose prompt and answer should have been kept and were not.",
    note: "`reason` is `room` if too much was waiting already, `database` if the database did not accept it in three attempts, or `refused` if it never will. The calls themselves are not affected.",
  },
  gateway_key_set_errors_total: {
    type: "counter",
    labels: [],
    help: "Fetches of key sets that failed.",
  },
  gateway_journal_open_calls: {
    type: "gauge",
    labels: [],
    help: "Model calls that have begun and not ended.",
    across: "sum",
  },
  gateway_journal_waiting_calls: {
    type: "gauge",
    labels: [],
    help: "Ended model calls that are not booked in the database yet.",
    across: "sum",
  },
  gateway_journal_lag_seconds: {
    type: "gauge",
    labels: [],
    help: "For how long the oldest ended model call has been waiting for the database.",
    note: "Calls are booked about once a second, so up to two seconds are usual under any load. 0: no call waits.",
    across: "highest",
  },
  gateway_journal_bytes: {
    type: "gauge",
    labels: [],
    help: "Bytes of the spend journals that are still needed.",
    across: "sum",
  },
  gateway_ready: {
    type: "gauge",
    labels: [],
    help: "Whether the node accepts calls: 1 if GET /health/readiness answers 200, 0 if it answers 503.",
    note: "0 if one of several processes accepts none.",
    across: "lowest",
  },
  gateway_nodes_missing: {
    type: "gauge",
    labels: [],
    help: "Nodes that fell silent within the last hour without having ended, and that no new node has replaced.",
    note: "Their journals may hold calls that are not booked. Every node shows the same number, at most 15 seconds old; a node counts as missing one minute after it was last seen.",
    across: "highest",
  },
  gateway_database_up: {
    type: "gauge",
    labels: [],
    help: "Whether the database answers: 0 while it is away or hangs, else 1.",
    note: "Each process asks every five seconds. 0 if one of several gets no answer. Calls of known keys, teams and users continue for `directory_stale_ttl`.",
    across: "lowest",
  },
  gateway_change_feed_lag_seconds: {
    type: "gauge",
    labels: [],
    help: "Time since this node last verified that it receives the changes of other nodes.",
    across: "highest",
  },
  gateway_sink_lag_seconds: {
    type: "gauge",
    labels: ["sink"],
    help: "For how long the oldest call that has not arrived at a sink has been waiting.",
    note: "0 if none waits. Every node shows it, whichever node sends. [Sinks](../guides/sinks.md) says what to do.",
    across: "highest",
  },
  gateway_event_loop_lag_seconds: {
    type: "gauge",
    labels: [],
    help: "The longest time that a process was busy and answered nothing, in the last 10 to 20 seconds.",
    across: "highest",
  },
  gateway_build_info: {
    type: "gauge",
    labels: ["version"],
    help: "Always 1; the label has the version of the gateway.",
    across: "first",
  },
  process_cpu_user_seconds_total: { type: "counter", labels: [], help: "User CPU time of all processes." },
  process_cpu_system_seconds_total: { type: "counter", labels: [], help: "System CPU time of all processes." },
  process_cpu_seconds_total: { type: "counter", labels: [], help: "CPU time of all processes." },
  process_start_time_seconds: {
    type: "gauge",
    labels: [],
    help: "When the first process started, in seconds since 1970.",
    across: "first",
  },
  process_resident_memory_bytes: {
    type: "gauge",
    labels: [],
    help: "Resident memory of all processes.",
    across: "sum",
  },
  process_virtual_memory_bytes: { type: "gauge", labels: [], help: "Virtual memory of all processes.", across: "sum" },
  process_heap_bytes: { type: "gauge", labels: [], help: "Heap of all processes.", across: "sum" },
  process_open_fds: { type: "gauge", labels: [], help: "Open file descriptors of all processes.", across: "sum" },
  process_max_fds: {
    type: "gauge",
    labels: [],
    help: "Most file descriptors that one process may open.",
    across: "highest",
  },
} as const satisfies Record<string, MetricRow>;

type Table = typeof METRICS;
type Named<Type extends MetricRow["type"]> = {
  [Name in keyof Table]: Table[Name] extends { readonly type: Type } ? Name : never;
}[keyof Table];

export type MetricName = keyof Table;
export type CounterName = Named<"counter">;
export type GaugeName = Named<"gauge">;
export type HistogramName = Named<"histogram">;

export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];

/** A row by its name, with the fields that only some rows have. */
export function metricRow(name: MetricName): MetricRow {
  return METRICS[name];
}
