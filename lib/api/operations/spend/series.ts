import { GatewayError } from "@/lib/errors";
import type { CallFilter } from "@/lib/calls/filter";
import { defineOperation } from "@/lib/api/operation";
import { countPoints, daysAround, isOfWholeDays, seriesBounds, usualStep } from "@/lib/reports/series-plan";
import type { ReportReader } from "@/lib/reports/report-reader";
import type { CallFigures } from "@/lib/store/calls/call-series";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import type { SpendGroup } from "@/lib/store/spend/group-statement";
import { DAY_MS } from "@/lib/time/period";
import { dayBounds } from "@/lib/time/time-zone";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { MOST_POINTS, type SeriesPoint, type SeriesStep } from "@/lib/wire/series/spend-series";
import { reachFields } from "./reach-fields";
import { filtersOf, untilBooked } from "./scope";

const MOST_GROUPS = 10_000;

/** `GET /spend/series`: what calls were like over time. */
export const seriesOperation = defineOperation(spendContracts.series, async (context, { step: asked, ...input }) => {
  const { reports, now } = context.services;
  const filters = filtersOf(context, input);
  const [given] = filters;
  const until = given?.until ?? now();
  const from = given?.from ?? until - DAY_MS;
  if (from >= until)
    throw new GatewayError("invalid_request", "The start_date is in the future.", { param: "start_date" });
  const step = asked ?? usualStep({ from, until });
  if (countPoints({ from, until }, step) > MOST_POINTS)
    throw new GatewayError(
      "invalid_request",
      `A series has at most ${MOST_POINTS} points: choose a longer step or a shorter period.`,
      { param: asked === undefined ? "start_date" : "step" },
    );
  const bounds = seriesBounds({ from, until }, step, input.time_zone);
  // Whole steps are drawn, so the period of the question must not cut the first and the last of them.
  const whole = filters.map(({ from: _from, until: _until, ...filter }): CallFilter => filter);
  await untilBooked(context);
  const { figures, isSampled, ...reach } = await reports.series({ filters: whole, bounds });
  const exact = isSampled ? await exactSums(reports, whole, step, bounds) : undefined;
  return {
    body: {
      data: pointsOf(bounds, figures, exact),
      step,
      time_zone: input.time_zone,
      sampled: isSampled,
      counts: isSampled && exact === undefined ? ("estimated" as const) : ("exact" as const),
      read: figures.reduce((sum, { read }) => sum + read, 0),
      ...reachFields(reach),
    },
  };
});

/** The sums of every step by the figures that count each call, by the instant of its beginning; undefined: none do. */
async function exactSums(
  reports: ReportReader,
  filters: readonly CallFilter[],
  step: SeriesStep,
  bounds: readonly number[],
): Promise<ReadonlyMap<number, SpendGroup> | undefined> {
  const days = daysAround(bounds);
  const filter = dailyFilterOf([...filters, { from: days.from, until: days.to + DAY_MS }]);
  if (!filter) return undefined;
  if (step === "1d" && isOfWholeDays(bounds)) {
    const { groups } = await reports.report({ filter, dimensions: ["day"], limit: MOST_GROUPS, needsTotals: false });
    return new Map(groups.map((group) => [Date.parse(`${group.day}T00:00:00Z`), group]));
  }
  if (step !== "1h" || (await reports.kept(days)).hoursSince !== undefined) return undefined;
  const zoned = { bounds: dayBounds("UTC", days.from, days.to), source: "hours" as const };
  const question = { filter: { ...filter, zoned }, dimensions: ["hour" as const], limit: MOST_GROUPS };
  const { groups } = await reports.report({ ...question, needsTotals: false });
  return new Map(groups.map((group) => [Date.parse(group.hour ?? ""), group]));
}

/** A point for each step. `exact`: the sums that stand in the place of those of a sample. */
function pointsOf(
  bounds: readonly number[],
  figures: readonly CallFigures[],
  exact: ReadonlyMap<number, SpendGroup> | undefined,
): SeriesPoint[] {
  const known = new Map(figures.map(({ read: _read, point, ...figure }) => [point, figure]));
  return bounds.slice(0, -1).map((bound, point) => {
    const figure = { ...NO_CALLS, ...known.get(point) };
    if (!exact) return { at: new Date(bound).toISOString(), ...figure };
    const sums = exact.get(bound);
    return {
      at: new Date(bound).toISOString(),
      ...figure,
      calls: sums?.calls ?? 0,
      failed_calls: sums?.failed_calls ?? 0,
      spend: Number(sums?.spend ?? 0),
      tokens: (sums?.prompt_tokens ?? 0) + (sums?.completion_tokens ?? 0),
    };
  });
}

const NO_CALLS = {
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
} as const satisfies Omit<SeriesPoint, "at">;
