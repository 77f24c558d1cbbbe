import { expect, test } from "vitest";
import type { SeriesPoint } from "@/lib/wire/series/spend-series";
import { hasValues, metricNamed, SERIES_METRICS, type SeriesMetricName, stepNames } from "./series-metrics";

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
  tokens_per_second: null,
};

test.each<[SeriesMetricName, (number | null)[], (number | null)[]]>([
  ["calls", [6, 2], [0, 0]],
  ["spend", [1.5], [0]],
  ["errors", [0.25], [null]],
  ["latency", [100, 400, 900], [null, null, null]],
  ["first_token", [40, 80], [null, null]],
  ["tokens_per_second", [31.4], [null]],
  ["tokens", [900], [0]],
])("%s shows %j, and without calls %j", (name, values, none) => {
  const { parts } = SERIES_METRICS[name];
  expect(parts.map(({ of }) => of(POINT))).toEqual(values);
  expect(parts.map(({ of }) => of(NONE))).toEqual(none);
  expect([hasValues(SERIES_METRICS[name], [NONE, POINT]), hasValues(SERIES_METRICS[name], [NONE])]).toEqual([
    true,
    false,
  ]);
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
