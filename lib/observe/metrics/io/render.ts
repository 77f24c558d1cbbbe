import type { Distribution } from "../distribution";
import type { Sample } from "../series";
import type { MetricValues } from "../totals";

/** The content type of what `renderMetrics` writes. */
export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Writes metrics in Prometheus' text format. A gauge without samples is left out. */
export function renderMetrics(metrics: readonly MetricValues[]): string {
  return metrics
    .filter(({ row, samples }) => row.type !== "gauge" || samples.length > 0)
    .map(({ name, row, samples, distribution }) => {
      const values = distribution
        ? histogramLines(name, row.buckets ?? [], distribution)
        : samples.map((sample) => `${name}${labelled(row.labels, sample)} ${shown(sample.value)}`);
      return [`# HELP ${name} ${escaped(row.help)}`, `# TYPE ${name} ${row.type}`, ...values, ""].join("\n");
    })
    .join("\n");
}

/** The buckets of a histogram count everything up to their bounds. */
function histogramLines(name: string, buckets: readonly number[], { counts, sum }: Distribution): string[] {
  let count = 0;
  const lines = [...buckets, "+Inf"].map((bound, at) => {
    count += counts[at] ?? 0;
    return `${name}_bucket{le="${bound}"} ${count}`;
  });
  return [...lines, `${name}_sum ${shown(sum)}`, `${name}_count ${count}`];
}

function labelled(names: readonly string[], { labels }: Sample): string {
  if (names.length === 0) return "";
  const pairs = names.map((name, at) => `${name}="${escaped(labels[at] ?? "").replaceAll('"', '\\"')}"`);
  return `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** A number as Go reads it, which Prometheus is written in. */
function shown(value: number): string {
  if (Math.abs(value) !== Infinity) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}
