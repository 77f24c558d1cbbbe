import { Buckets, BucketsByLabel, type LabelledDistribution } from "./distribution";
import { METRICS, type CounterName, type HistogramName } from "./metric-table";
import { Series, type Sample } from "./series";

/** What one process has counted since its last report. */
export interface MetricsDelta {
  readonly counters: Partial<Record<CounterName, readonly Sample[]>>;
  readonly histograms: Partial<Record<HistogramName, readonly LabelledDistribution[]>>;
}

/** Every counter and histogram of one process. */
export class Counted {
  readonly requests = seriesOf("gateway_requests_total");
  readonly decisions = seriesOf("gateway_decisions_total");
  readonly refusals = seriesOf("gateway_refusals_total");
  readonly tokens = seriesOf("gateway_tokens_total");
  readonly spend = seriesOf("gateway_spend_dollars_total");
  readonly toolCalls = seriesOf("gateway_tool_calls_total");
  readonly cooldowns = seriesOf("gateway_deployment_cooldowns_total");
  readonly lostContents = seriesOf("gateway_content_dropped_total");
  readonly keySetErrors = seriesOf("gateway_key_set_errors_total");
  readonly userCpu = seriesOf("process_cpu_user_seconds_total");
  readonly systemCpu = seriesOf("process_cpu_system_seconds_total");
  readonly cpu = seriesOf("process_cpu_seconds_total");
  readonly overhead = new Buckets(METRICS.gateway_overhead_seconds.buckets);
  readonly limitWait = new Buckets(METRICS.gateway_limit_wait_seconds.buckets);
  readonly upstream = new Buckets(METRICS.gateway_upstream_duration_seconds.buckets);
  readonly firstToken = new Buckets(METRICS.gateway_time_to_first_token_seconds.buckets);
  readonly toolMessages = new BucketsByLabel(METRICS.mcp_server_operation_duration_seconds.buckets);
  readonly toolRequests = new BucketsByLabel(METRICS.mcp_client_operation_duration_seconds.buckets);

  /** What was counted since the last call of this method. */
  take(): MetricsDelta {
    const counters = {
      gateway_requests_total: this.requests,
      gateway_decisions_total: this.decisions,
      gateway_refusals_total: this.refusals,
      gateway_tokens_total: this.tokens,
      gateway_spend_dollars_total: this.spend,
      gateway_tool_calls_total: this.toolCalls,
      gateway_deployment_cooldowns_total: this.cooldowns,
      gateway_content_dropped_total: this.lostContents,
      gateway_key_set_errors_total: this.keySetErrors,
      process_cpu_user_seconds_total: this.userCpu,
      process_cpu_system_seconds_total: this.systemCpu,
      process_cpu_seconds_total: this.cpu,
    } satisfies Record<CounterName, Series>;
    const histograms = {
      gateway_overhead_seconds: this.overhead,
      gateway_limit_wait_seconds: this.limitWait,
      gateway_upstream_duration_seconds: this.upstream,
      gateway_time_to_first_token_seconds: this.firstToken,
      mcp_server_operation_duration_seconds: this.toolMessages,
      mcp_client_operation_duration_seconds: this.toolRequests,
    } satisfies Record<HistogramName, Buckets | BucketsByLabel>;
    return { counters: takeEach(counters, emptyToUndefined), histograms: takeEach(histograms, labelled) };
  }
}

function seriesOf(name: CounterName): Series {
  return new Series(METRICS[name].labels.length);
}

function takeEach<Name extends string, Taken, Kept>(
  sources: Readonly<Record<Name, { take(): Taken }>>,
  kept: (taken: Taken) => Kept | undefined,
): Partial<Record<Name, Kept>> {
  const all: Partial<Record<Name, Kept>> = {};
  let name: Name;
  for (name in sources) {
    const taken = kept(sources[name].take());
    if (taken !== undefined) all[name] = taken;
  }
  return all;
}

function labelled(
  taken: ReturnType<Buckets["take"] | BucketsByLabel["take"]>,
): readonly LabelledDistribution[] | undefined {
  if (!taken) return undefined;
  return Array.isArray(taken) ? taken : [{ labels: [], ...taken }];
}

function emptyToUndefined(samples: readonly Sample[]): readonly Sample[] | undefined {
  return samples.length > 0 ? samples : undefined;
}
