import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { DAY_MS } from "@/lib/time/period";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { bookVaried, variedCall } from "@/testing/spend/varied-calls";
import { createPostgresReader } from "./postgres-reader";
import type { ReportReader } from "./report-reader";

const COUNT = 3_000;
const CALLS = Array.from({ length: COUNT }, (_, index) => variedCall(index));
const BOUNDS = Array.from({ length: 38 }, (_, day) => SAMPLE_TIME + 1 + (day - 37) * DAY_MS);
const FILTERS = [{}, { status: "success" }, { provider: "openai" }, { teamId: "t plain" }, { tag: "it's" }] as const;

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  await bookVaried(database, 0, COUNT);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

type Answer = Awaited<ReturnType<ReportReader["series"]>>;
const sum = ({ figures }: Answer, of: "calls" | "failed_calls" | "spend" | "tokens" | "read"): number =>
  figures.reduce((total, figure) => total + figure[of], 0);

test.each(FILTERS)("the series of %o adds up to the list of its calls", async (filter) => {
  const reader = createPostgresReader(database);
  const series = await reader.series({ filters: [filter], bounds: BOUNDS });
  const calls = CALLS.filter(
    (call) =>
      (!("status" in filter) || call.status === filter.status) &&
      (!("provider" in filter) || call.provider === filter.provider) &&
      (!("teamId" in filter) || call.teamId === filter.teamId) &&
      (!("tag" in filter) || call.tags.includes(filter.tag)),
  );
  expect(series.isSampled).toBe(false);
  expect(sum(series, "calls")).toBe(calls.length);
  expect(sum(series, "read")).toBe(calls.length);
  expect(sum(series, "failed_calls")).toBe(
    calls.filter(({ status }) => status === "error" || status === "interrupted").length,
  );
  expect(sum(series, "tokens")).toBe(
    calls.reduce((total, { usage }) => total + usage.promptTokens + usage.completionTokens, 0),
  );
  expect(sum(series, "spend")).toBeCloseTo(
    calls.reduce((total, { spendNano }) => total + Number(spendNano) / 1e9, 0),
    6,
  );
});

test("the times of a step are those of its successful calls, between neighbours in proportion", async () => {
  const reader = createPostgresReader(database);
  const { figures } = await reader.series({ filters: [{}], bounds: BOUNDS });
  for (const { point, p50_ms, p95_ms, p99_ms, first_token_p50_ms, first_token_p99_ms, tokens_per_second } of figures) {
    const [from = 0, until = 0] = [BOUNDS[point], BOUNDS[point + 1]];
    const calls = CALLS.filter(
      ({ startedAt, status }) => status === "success" && startedAt >= from && startedAt < until,
    );
    const durations = calls.map(({ durationMs }) => durationMs);
    const rates = calls.flatMap(({ usage, durationMs, firstTokenMs }) =>
      usage.completionTokens === 0
        ? []
        : [(usage.completionTokens * 1000) / Math.max(1, durationMs - (firstTokenMs ?? 0))],
    );
    expect([p50_ms, p95_ms, p99_ms]).toEqual([0.5, 0.95, 0.99].map((part) => rounded(quantile(durations, part), 1)));
    const firstTokens = calls.flatMap(({ firstTokenMs }) => firstTokenMs ?? []);
    expect([first_token_p50_ms, first_token_p99_ms]).toEqual(
      [0.5, 0.99].map((part) => rounded(quantile(firstTokens, part), 1)),
    );
    expect(tokens_per_second).toBe(rounded(quantile(rates, 0.5), 10));
  }
  expect(figures.length).toBeGreaterThan(30);
});

test("a sample reads no more calls than it may, and comes near to what all of them say", async () => {
  const all = await createPostgresReader(database).series({ filters: [{}], bounds: BOUNDS });
  const most = 1_500;
  const sample = await createPostgresReader(database, { mostOfSeries: most }).series({ filters: [{}], bounds: BOUNDS });
  expect(sample.isSampled).toBe(true);
  expect(sum(sample, "read")).toBeLessThanOrEqual(most);
  expect(sum(sample, "read")).toBeGreaterThan(most / 3);
  for (const of of ["calls", "spend", "tokens"] as const)
    expect(sum(sample, of) / sum(all, of), of).toSatisfy((ratio: number) => ratio > 0.8 && ratio < 1.25);
});

test("one of several samples reads less", async () => {
  const reader = createPostgresReader(database, { mostOfSeries: 1_500 });
  const sample = await reader.series({ filters: [{}], bounds: BOUNDS, isOneOfSeveral: true });
  expect(sample.isSampled).toBe(true);
  expect(sum(sample, "read")).toBeLessThanOrEqual(600);
});

test("a series without times has the same sums", async () => {
  const reader = createPostgresReader(database);
  const question = { filters: [{}], bounds: BOUNDS };
  const { figures } = await reader.series({ ...question, hasTimes: false });
  const sums = ({ point, read, calls, failed_calls, spend, tokens }: (typeof figures)[number]) => [
    point,
    read,
    calls,
    failed_calls,
    spend,
    tokens,
  ];
  expect(figures.map(sums)).toEqual((await reader.series(question)).figures.map(sums));
  expect(figures.every(({ p50_ms, tokens_per_second }) => p50_ms === null && tokens_per_second === null)).toBe(true);
});

test("a step without calls has no figures", async () => {
  const { figures } = await createPostgresReader(database).series({ filters: [{ teamId: "nobody" }], bounds: BOUNDS });
  expect(figures).toEqual([]);
});

const PERIOD = { from: BOUNDS[0] ?? 0, until: BOUNDS.at(-1) ?? 0 };
const NAMES = ["d0", "d1", "d2", "d3"];

test("each deployment has the figures of a series of its calls alone", async () => {
  const reader = createPostgresReader(database);
  const { rows, isSampled } = await reader.deployments(PERIOD);
  expect(isSampled).toBe(false);
  expect(rows.map(({ deployment }) => deployment).toSorted()).toEqual(NAMES);
  for (const { deployment, ...figures } of rows) {
    const filters = [{ deployment }];
    const alone = await reader.series({ filters, bounds: [PERIOD.from, PERIOD.until] });
    expect(alone.figures).toEqual([{ point: 0, ...figures }]);
  }
});

test("a sample by deployment reads about as many calls of each, and comes near to what all of them say", async () => {
  const most = 1_500;
  const all = await createPostgresReader(database).deployments(PERIOD);
  const { rows, isSampled } = await createPostgresReader(database, { mostOfSeries: most }).deployments(PERIOD);
  expect(isSampled).toBe(true);
  expect(rows.map(({ deployment }) => deployment).toSorted()).toEqual(NAMES);
  for (const { deployment, read, calls, spend } of rows) {
    const whole = all.rows.find((row) => row.deployment === deployment);
    expect(read).toBeLessThanOrEqual(most / NAMES.length);
    expect(read).toBeGreaterThan(most / NAMES.length / 3);
    expect(calls / (whole?.calls ?? 0)).toSatisfy((ratio: number) => ratio > 0.7 && ratio < 1.4);
    expect(spend / (whole?.spend ?? 0)).toSatisfy((ratio: number) => ratio > 0.7 && ratio < 1.4);
  }
});

test("a period before all calls has no deployments", async () => {
  const { rows } = await createPostgresReader(database).deployments({ from: 0, until: DAY_MS });
  expect(rows).toEqual([]);
});

/** As SQL's `percentile_cont`. */
function quantile(values: readonly number[], part: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? undefined : low + (high - low) * (place - Math.floor(place));
}

function rounded(value: number | undefined, parts: number): number | null {
  return value === undefined ? null : Math.round(value * parts) / parts;
}
