import { expect, test } from "vitest";
import type { SeriesPoint } from "@/lib/wire/series/spend-series";
import { drawnGroups, percentileNamed } from "./divided-series";

const point = (calls: number, more: Partial<SeriesPoint> = {}): SeriesPoint => ({
  at: "2026-03-10T01:00:00.000Z",
  calls,
  failed_calls: 0,
  spend: calls / 10,
  tokens: calls * 100,
  p50_ms: calls === 0 ? null : 50,
  p95_ms: calls === 0 ? null : 95,
  p99_ms: calls === 0 ? null : 99,
  first_token_p50_ms: null,
  first_token_p95_ms: null,
  first_token_p99_ms: null,
  tokens_per_second: null,
  ...more,
});
const SERIES = {
  data: [point(10), point(4)],
  groups: [
    { id: "t1", name: "Fraud", sampled: false, data: [point(6, { failed_calls: 3 }), point(0)] },
    { id: "t2", name: null, sampled: false, data: [point(1), point(4)] },
  ],
};

test("amounts are stacked by group, and what no group has stands above them", () => {
  const { parts, points, drawnAs } = drawnGroups("calls", "p95", SERIES, true);
  expect([drawnAs, parts.map(({ label }) => label)]).toEqual(["bars", ["Fraud", "t2", "All others"]]);
  expect(parts.map(({ detail }) => detail)).toEqual([undefined, undefined, "21.4%"]);
  expect(points.map(({ values }) => values)).toEqual([
    [6, 1, 3],
    [0, 4, 0],
  ]);
  expect(points.map(({ told }) => told)).toEqual(["10 calls", "4 calls"]);
});

test("groups of one name are told apart by their ids, as is one that is named like the rest", () => {
  const named = (id: string, name: string | null) => ({ id, name, sampled: false, data: [point(1), point(1)] });
  const groups = [named("t1", "Fraud"), named("t2", "Fraud"), named("Fraud", null), named("t4", "All others")];
  expect(drawnGroups("calls", "p95", { ...SERIES, groups }, true).parts.map(({ label }) => label)).toEqual([
    "Fraud (t1)",
    "Fraud (t2)",
    "Fraud",
    "All others (t4)",
    "All others",
  ]);
});

test("without others, or where nothing is left, there are only the groups", () => {
  expect(drawnGroups("spend", "p95", SERIES, false).points[0]?.values).toEqual([0.6, 0.1]);
  const whole = { ...SERIES, data: [point(7), point(4)] };
  expect(drawnGroups("calls", "p95", whole, true).parts).toHaveLength(2);
});

test("sums of samples that are more than the whole leave nothing", () => {
  expect(drawnGroups("calls", "p95", { ...SERIES, data: [point(5), point(5)] }, true).points[0]?.values).toEqual([
    6, 1, 0,
  ]);
});

test("what each call was like is a line for each group, and never one of others", () => {
  const { label, drawnAs, points } = drawnGroups("latency", "p99", SERIES, true);
  expect([label, drawnAs]).toEqual(["Latency (p99)", "lines"]);
  expect(points.map(({ values }) => values)).toEqual([
    [99, 99],
    [null, 99],
  ]);
  expect(drawnGroups("errors", "p95", SERIES, true).points.map(({ values }) => values)).toEqual([
    [0.5, 0],
    [null, 0],
  ]);
});

test("an address may name any percentile", () => {
  expect(["p50", "p95", "p99", "", "max"].map(percentileNamed)).toEqual(["p50", "p95", "p99", "p95", "p95"]);
});
