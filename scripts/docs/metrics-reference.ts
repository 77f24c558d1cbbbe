import { METRIC_NAMES, metricRow } from "../../lib/observe/metrics/metric-table";
import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";

/**
 * docs/reference/metrics.md with its generated parts filled in from the table. @throws Error for a part that is missing
 * or unknown
 */
export function renderMetricsReference(text: string): string {
  return fillGeneratedParts("docs/reference/metrics.md", text, { metrics: metricTable(), buckets: bucketTable() });
}

function metricTable(): string {
  const rows = METRIC_NAMES.map((name) => {
    const { type, labels, help, note = "" } = metricRow(name);
    return [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(", "), `${help} ${note}`.trim()];
  });
  return markdownTable(["Name", "Type", "Labels", "What it says"], rows);
}

function bucketTable(): string {
  const rows = METRIC_NAMES.flatMap((name) => {
    const { buckets } = metricRow(name);
    return buckets ? [[`\`${name}\``, buckets.join(", ")]] : [];
  });
  return markdownTable(["Histogram", "Upper bounds in seconds"], rows);
}
