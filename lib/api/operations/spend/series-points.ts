import type { CallFilter } from "@/lib/calls/filter";
import type { Reach, ReportReader } from "@/lib/reports/report-reader";
import { daysAround, isOfWholeDays } from "@/lib/reports/series-plan";
import type { CallFigures } from "@/lib/store/calls/call-series";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import type { SpendGroup } from "@/lib/store/spend/group-statement";
import { DAY_MS } from "@/lib/time/period";
import { dayBounds } from "@/lib/time/time-zone";
import type { SeriesPoint, SeriesStep } from "@/lib/wire/series/spend-series";

const MOST_GROUPS = 10_000;

interface Points {
  readonly data: readonly SeriesPoint[];
  readonly sampled: boolean;
  readonly counts: "exact" | "estimated";
  /** The calls that were read. */
  readonly read: number;
  readonly reach: Reach;
}

/**
 * A point for each step of the calls that meet every filter. `bounds`: the instants at which the steps begin, and the
 * one at which the last ends, in milliseconds since the epoch. @throws the error of the database behind the reader
 */
export async function readPoints(
  reports: ReportReader,
  filters: readonly CallFilter[],
  step: SeriesStep,
  bounds: readonly number[],
): Promise<Points> {
  const { figures, isSampled, ...reach } = await reports.series({ filters, bounds });
  const exact = isSampled ? await exactSums(reports, filters, step, bounds) : undefined;
  return {
    data: pointsOf(bounds, figures, exact),
    sampled: isSampled,
    counts: isSampled && exact === undefined ? "estimated" : "exact",
    read: figures.reduce((sum, { read }) => sum + read, 0),
    reach,
  };
}

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

/** The figures of no calls. */
export const NO_CALLS = {
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
} as const satisfies Omit<SeriesPoint, "at">;
