import { expect, test } from "vitest";
import type { SeriesPoint } from "@/lib/wire/series/spend-series";
import type { ChartMeasure } from "@/lib/wire/dashboards/measures";
import { hasValues } from "./drawn-chart";
import { drawnSeries, metricNamed, stepNames } from "./series-metrics";

const POINT: SeriesPoint = {
  at: "2026-11-21T13:00:00.000Z",
  calls: 8,
  failed_calls: 2,
  spend: 1.5,
  tokens: 900,
  p50_ms: 100,
  p95_ms: 400,
  p99_ms: 900,
  first_token_p50_ms: 40,
  first_token_p95_ms: 80,
  first_token_p99_ms: 90,
  tokens_per_second: 31.4,
};
const NONE: SeriesPoint = {
  ...POINT,
  calls: 0,
  failed_calls: 0,
  spend: 0,
  tokens: 0,
  p50_ms: null,
  p95_ms: null,
  p99_ms: null,
  first_token_p50_ms: null,
  first_token_p95_ms: null,
  first_token_p99_ms: null,
  tokens_per_second: null,
};

test.each<[ChartMeasure, (number | null)[], (number | null)[]]>([
  ["calls", [6, 2], [0, 0]],
  ["spend", [1.5], [0]],
  ["errors", [0.25], [null]],
  ["latency", [100, 400, 900], [null, null, null]],
  ["first_token", [40, 80, 90], [null, null, null]],
  ["tokens_per_second", [31.4], [null]],
  ["tokens", [900], [0]],
])("%s shows %j, and without calls %j", (name, values, none) => {
  const chart = drawnSeries(name, [POINT, NONE]);
  expect(chart.points.map((point) => point.values)).toEqual([values, none]);
  expect([hasValues(chart), hasValues(drawnSeries(name, [NONE]))]).toEqual([true, false]);
});

test("an address may name any metric", () => {
  expect(["latency", "", "toString"].map(metricNamed)).toEqual(["latency", "calls", "calls"]);
});

test.each([
  ["2026-11-21T13:00:00.000Z", "1h", "UTC", "13:00", "Nov 21 13:00"],
  ["2026-11-21T13:00:00.000Z", "1h", "Asia/Tokyo", "22:00", "Nov 21 22:00"],
  ["2026-11-20T15:00:00.000Z", "1h", "Asia/Tokyo", "Nov 21 00:00", "Nov 21 00:00"],
  ["2026-11-20T15:00:00.000Z", "1d", "Asia/Tokyo", "Nov 21", "Nov 21"],
] as const)("the step at %s of %s in %s is %s, in full %s", (at, step, zone, short, full) => {
  const nameOf = stepNames({ data: [{ ...POINT, at }], step }, zone);
  expect([nameOf(at), nameOf(at, true)]).toEqual([short, full]);
});

test("over several days each step has its day", () => {
  const data = ["2026-11-20T13:00:00.000Z", "2026-11-22T13:00:00.000Z"].map((at) => ({ ...POINT, at }));
  expect(stepNames({ data, step: "1h" }, "UTC")("2026-11-21T13:00:00.000Z")).toBe("Nov 21 13:00");
});
