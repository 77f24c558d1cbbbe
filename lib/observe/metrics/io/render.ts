import type { MetricsText } from "@/lib/gateway/metrics-page";
import type { Exemplar, LabelledDistribution } from "../distribution";
import type { Sample } from "../series";
import type { MetricRow } from "../metric-table";
import type { MetricValues } from "../totals";

/** What differs between the two formats of Prometheus. */
interface Format {
  readonly contentType: string;
  /** The name of a metric in its help and its type. */
  readonly family: (name: string) => string;
  readonly bound: (bound: number) => string;
  readonly exemplar: (exemplar: Exemplar | null | undefined) => string;
  /** What follows the last line of a metric, and of all of them. */
  readonly metricEnd: string;
  readonly end: string;
}

const TEXT: Format = {
  contentType: "text/plain; version=0.0.4; charset=utf-8",
  family: (name) => name,
  bound: String,
  exemplar: () => "",
  metricEnd: "\n",
  end: "",
};
/** https://prometheus.io/docs/specs/om/open_metrics_spec */
const OPEN_METRICS: Format = {
  contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  family: (name) => (name.endsWith("_total") ? name.slice(0, -"_total".length) : name),
  bound: (bound) => (Number.isInteger(bound) ? `${bound}.0` : String(bound)),
  exemplar: (exemplar) =>
    exemplar ? ` # {trace_id="${exemplar.traceId}"} ${shown(exemplar.value)} ${exemplar.at / 1_000}` : "",
  metricEnd: "",
  end: "# EOF\n",
};

/**
 * Writes metrics in Prometheus's text format, or in OpenMetrics for a reader who accepts that as much. A gauge without
 * samples is left out.
 */
export function renderMetrics(metrics: readonly MetricValues[], accept = ""): MetricsText {
  const format =
    accepted(accept, "application/openmetrics-text") >= accepted(accept, "text/plain") ? OPEN_METRICS : TEXT;
  const written = metrics
    .filter(({ row, samples }) => row.type !== "gauge" || samples.length > 0)
    .map(({ name, row, samples, distributions }) => {
      const family = format.family(name);
      const values = distributions
        ? distributions.flatMap((one) => histogramLines(name, row, one, format))
        : samples.map((sample) => `${name}${braced(pairsOf(row.labels, sample))} ${shown(sample.value)}`);
      const lines = [`# HELP ${family} ${escaped(row.help)}`, `# TYPE ${family} ${row.type}`, ...values];
      return `${lines.join("\n")}\n`;
    });
  return { contentType: format.contentType, text: `${written.join(format.metricEnd)}${format.end}` };
}

/** How much a reader wants a media type that the header names, from 0 to 1. Plain text is what anybody gets. */
function accepted(accept: string, type: string): number {
  const named = accept.split(",").filter((part) => part.split(";", 1)[0]?.trim().toLowerCase() === type);
  const wanted = named.map((part) => Number(/;\s*q=([\d.]+)/i.exec(part)?.[1] ?? 1));
  return Math.max(type === "text/plain" ? Number.MIN_VALUE : 0, ...wanted);
}

/** The buckets of a histogram count everything up to their bounds. */
function histogramLines(
  name: string,
  { labels: names, buckets = [] }: Pick<MetricRow, "labels" | "buckets">,
  { labels, counts, sum, exemplars }: LabelledDistribution,
  format: Format,
): string[] {
  let count = 0;
  const pairs = pairsOf(names, { labels });
  const lines = [...buckets.map(format.bound), "+Inf"].map((bound, at) => {
    count += counts[at] ?? 0;
    return `${name}_bucket${braced([...pairs, `le="${bound}"`])} ${count}${format.exemplar(exemplars?.[at])}`;
  });
  return [...lines, `${name}_sum${braced(pairs)} ${shown(sum)}`, `${name}_count${braced(pairs)} ${count}`];
}

function pairsOf(names: readonly string[], { labels }: Pick<Sample, "labels">): string[] {
  return names.map((name, at) => `${name}="${escaped(labels[at] ?? "").replaceAll('"', '\\"')}"`);
}

function braced(pairs: readonly string[]): string {
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** A number as Go reads it, which Prometheus is written in. */
function shown(value: number): string {
  if (Math.abs(value) !== Infinity) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}
