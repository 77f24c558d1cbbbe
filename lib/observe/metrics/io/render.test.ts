import { expect, test } from "vitest";
import { renderMetrics } from "./render";
import { metricRow, type MetricName } from "../metric-table";
import type { MetricValues } from "../totals";

function values(name: MetricName, more: Partial<MetricValues>): MetricValues {
  return { name, row: metricRow(name), samples: [], distributions: undefined, ...more };
}

test("counters and gauges have their help, their type and their samples, and each metric ends with an empty line", () => {
  const { text } = renderMetrics([
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
  expect(renderMetrics([values("gateway_sink_lag_seconds", {})]).text).toBe("");
  expect(renderMetrics([values("gateway_refusals_total", {})]).text.split("\n")).toHaveLength(3);
});

test.each([
  ['a "quoted" name', String.raw`a \"quoted\" name`],
  ["a \\ and\na line", String.raw`a \\ and\na line`],
  ["größe", "größe"],
])("the label %j is escaped as %s", (code, shown) => {
  const { text } = renderMetrics([values("gateway_refusals_total", { samples: [{ labels: [code], value: 1 }] })]);
  expect(text.split("\n")[2]).toBe(`gateway_refusals_total{code="${shown}"} 1`);
});

test("buckets count everything up to their bounds", () => {
  const name = "gateway_overhead_seconds";
  const buckets = metricRow(name).buckets ?? [];
  const counts = [3, 2, ...buckets.slice(2).map(() => 0), 1];
  const lines = renderMetrics([values(name, { distributions: [{ labels: [], counts, sum: 0.75 }] })]).text.split("\n");
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

test("a histogram with a label has a line for each bucket of each value", () => {
  const name = "mcp_server_operation_duration_seconds";
  const buckets = metricRow(name).buckets ?? [];
  const series = (label: string, count: number) => ({
    labels: [label],
    counts: [count, ...buckets.map(() => 0)],
    sum: count / 100,
  });
  const distributions = [series("tools/call", 2), series("tools/list", 1)];
  const lines = renderMetrics([values(name, { distributions })]).text.split("\n");
  expect(lines).toContain(`${name}_bucket{mcp_method_name="tools/call",le="0.01"} 2`);
  expect(lines).toContain(`${name}_bucket{mcp_method_name="tools/list",le="+Inf"} 1`);
  expect(lines).toContain(`${name}_sum{mcp_method_name="tools/list"} 0.01`);
  expect(lines).toContain(`${name}_count{mcp_method_name="tools/call"} 2`);
});

test.each([
  [Infinity, "+Inf"],
  [-Infinity, "-Inf"],
  [Number.NaN, "NaN"],
])("a value that is not finite is written as Go reads it: %d as %s", (value, shown) => {
  const written = renderMetrics([values("gateway_database_up", { samples: [{ labels: [], value }] })]);
  const [, , line] = written.text.split("\n");
  expect(line).toBe(`gateway_database_up ${shown}`);
});

const PROMETHEUS =
  "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

test("OpenMetrics has exemplars, names counters without _total in their help and type, and says where it ends", () => {
  const name = "gateway_overhead_seconds";
  const buckets = metricRow(name).buckets ?? [];
  const counts = [1, ...buckets.map(() => 0)];
  const exemplars = [{ traceId: "4bf9", value: 0.0005, at: 1_764_331_200_500 }, ...buckets.map(() => null)];
  const { contentType, text } = renderMetrics(
    [
      values("gateway_refusals_total", { samples: [{ labels: ["invalid_key"], value: 2 }] }),
      values(name, { distributions: [{ labels: [], counts, sum: 0.0005, exemplars }] }),
    ],
    PROMETHEUS,
  );
  expect(contentType).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  const lines = text.split("\n");
  expect(lines.slice(0, 3)).toEqual([
    `# HELP gateway_refusals ${metricRow("gateway_refusals_total").help}`,
    "# TYPE gateway_refusals counter",
    'gateway_refusals_total{code="invalid_key"} 2',
  ]);
  expect(lines[5]).toBe(`${name}_bucket{le="${buckets[0]}"} 1 # {trace_id="4bf9"} 0.0005 1764331200.5`);
  expect(lines[6]).toBe(`${name}_bucket{le="${buckets[1]}"} 1`);
  expect(lines).toContain(`${name}_bucket{le="1.0"} 1`);
  expect(lines.slice(-2)).toEqual(["# EOF", ""]);
  expect(lines.slice(0, -1)).not.toContain("");
});

test.each([
  [PROMETHEUS, true],
  ["application/openmetrics-text", true],
  ["text/plain;version=0.0.4;q=0.5, application/openmetrics-text;q=0.5", true],
  ["text/plain, application/openmetrics-text;q=0.9", false],
  ["application/openmetrics-text;q=0", false],
  ["text/plain", false],
  ["*/*", false],
  ["", false],
  ["application/openmetrics-text;q=many", true],
  [undefined, false],
])("a reader who accepts %j gets OpenMetrics: %j", (accept, isOpen) => {
  expect(renderMetrics([], accept).text).toBe(isOpen ? "# EOF\n" : "");
});
