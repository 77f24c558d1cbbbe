import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Sample } from "../series";
import type { MetricValues } from "../totals";
import type { Distribution } from "../distribution";

/** The content type of what `renderMetrics` writes. */
export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Writes metrics in Prometheus's text format. */
export async function renderMetrics(metrics: readonly MetricValues[]): Promise<string> {
  const registry = new Registry();
  for (const metric of metrics) register(registry, metric);
  return registry.metrics();
}

function register(registry: Registry, { name, row, samples, distribution }: MetricValues): void {
  const options = { name, help: row.help, labelNames: row.labels, registers: [registry] };
  switch (row.type) {
    case "counter": {
      const counter = new Counter(options);
      for (const sample of samples) counter.inc(labelled(row.labels, sample), sample.value);
      return;
    }
    case "gauge": {
      // Without a sample, prom-client would show 0 for the gauge.
      if (samples.length === 0) return;
      const gauge = new Gauge(options);
      for (const sample of samples) gauge.set(labelled(row.labels, sample), sample.value);
      return;
    }
    case "histogram":
      if (distribution) new CountedHistogram({ ...options, buckets: [...(row.buckets ?? [])] }, distribution);
  }
}

function labelled(names: readonly string[], { labels }: Sample): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, labels[at] ?? ""]));
}

/** A histogram with given counts, because prom-client's own takes one value at a time. */
class CountedHistogram extends Histogram {
  readonly #options: HistogramOptions;
  readonly #distribution: Distribution;

  constructor(options: HistogramOptions, distribution: Distribution) {
    super(options);
    this.#options = options;
    this.#distribution = distribution;
  }

  /** The method by which the registry reads a histogram. */
  async getForPromString() {
    const { name, help, buckets } = this.#options;
    const { counts, sum } = this.#distribution;
    let count = 0;
    const values = [...buckets, "+Inf"].map((le, at) => {
      count += counts[at] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le }, value: count };
    });
    return {
      name,
      help,
      type: "histogram",
      values: [
        ...values,
        { metricName: `${name}_sum`, labels: {}, value: sum },
        { metricName: `${name}_count`, labels: {}, value: count },
      ],
    };
  }
}

interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly registers: Registry[];
  readonly buckets: number[];
}
