import { expect, test } from "vitest";
import { renderMetrics } from "./render";
import { metricRow, type MetricName } from "../metric-table";
import type { MetricValues } from "../totals";

function values(name: MetricName, more: Partial<MetricValues>): MetricValues {
  return { name, row: metricRow(name), samples: [], distribution: undefined, ...more };
}

test("counters and gauges have their help, their type and their samples, and each metric ends with an empty line", () => {
  const text = renderMetrics([
    values("gateway_refusals_total", { samples: [{ labels: ["invalid_key"], value: 2 }] }),
    values("gateway_database_up", { samples: [{ labels: [], value: 1 }] }),
  ]);
  expect(text).toBe(
    [
      `# HELP gateway_refusals_total ${metricRow("gateway_refusals_total").help}`,
      "# TYPE gateway_refusals_total counter",
      'gateway_refusals_total{code="invalid_key"} 2',
      "",
      `# HELP gateway_database_up ${metricRow("gateway_database_up").help}`,
      "# TYPE gateway_database_up gauge",
      "gateway_database_up 1",
      "",
    ].join("\n"),
  );
});

test("a gauge without a sample is left out, and a counter without one keeps its help", () => {
  expect(renderMetrics([values("gateway_sink_lag_seconds", {})])).toBe("");
  expect(renderMetrics([values("gateway_refusals_total", {})]).split("\n")).toHaveLength(3);
});

test.each([
  ['a "quoted" name', String.raw`a \"quoted\" name`],
  ["a \\ and\na line", String.raw`a \\ and\na line`],
  ["größe", "größe"],
])("the label %j is escaped as %s", (code, shown) => {
  const text = renderMetrics([values("gateway_refusals_total", { samples: [{ labels: [code], value: 1 }] })]);
  expect(text.split("\n")[2]).toBe(`gateway_refusals_total{code="${shown}"} 1`);
});

test("buckets count everything up to their bounds", () => {
  const name = "gateway_overhead_seconds";
  const buckets = metricRow(name).buckets ?? [];
  const counts = [3, 2, ...buckets.slice(2).map(() => 0), 1];
  const lines = renderMetrics([values(name, { distribution: { counts, sum: 0.75 } })]).split("\n");
  expect(lines.slice(2, 4)).toEqual([
    `gateway_overhead_seconds_bucket{le="${buckets[0]}"} 3`,
    `gateway_overhead_seconds_bucket{le="${buckets[1]}"} 5`,
  ]);
  expect(lines.slice(-4)).toEqual([
    'gateway_overhead_seconds_bucket{le="+Inf"} 6',
    "gateway_overhead_seconds_sum 0.75",
    "gateway_overhead_seconds_count 6",
    "",
  ]);
});

test.each([
  [Infinity, "+Inf"],
  [-Infinity, "-Inf"],
  [Number.NaN, "NaN"],
])("a value that is not finite is written as Go reads it: %d as %s", (value, shown) => {
  const [, , line] = renderMetrics([values("gateway_database_up", { samples: [{ labels: [], value }] })]).split("\n");
  expect(line).toBe(`gateway_database_up ${shown}`);
});
