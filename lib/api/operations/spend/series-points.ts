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
const HOUR_MS = 3_600_000;

/** Which calls have points, and when. */
export interface PointsQuestion {
  /** A call must meet all of them. */
  readonly filters: readonly CallFilter[];
  readonly step: SeriesStep;
  /** The instants at which the steps begin, and the one at which the last ends, in milliseconds since the epoch. */
  readonly bounds: readonly number[];
  /** False: durations, first tokens and rates are not needed, so figures may answer without a look at the calls. */
  readonly hasTimes: boolean;
  /** Whether several are asked for at once. */
  readonly isOneOfSeveral?: boolean;
}

interface Points {
  readonly data: readonly SeriesPoint[];
  readonly sampled: boolean;
  readonly counts: "exact" | "estimated";
  /** The calls that were read. */
  readonly read: number;
  readonly reach: Reach;
}

/** A point for each step. @throws the error of the database behind the reader */
export async function readPoints(reports: ReportReader, question: PointsQuestion): Promise<Points> {
  const { filters, bounds, hasTimes, isOneOfSeveral = false } = question;
  const sums = hasTimes ? undefined : await exactSums(reports, question);
  if (sums) {
    const { bySteps, ...reach } = sums;
    return { data: pointsOf(bounds, [], bySteps), sampled: false, counts: "exact", read: 0, reach };
  }
  const { figures, isSampled, ...reach } = await reports.series({ filters, bounds, hasTimes, isOneOfSeveral });
  const exact = isSampled && hasTimes ? await exactSums(reports, question) : undefined;
  return {
    data: pointsOf(bounds, figures, exact?.bySteps),
    sampled: isSampled,
    counts: isSampled && exact === undefined ? "estimated" : "exact",
    read: figures.reduce((sum, { read }) => sum + read, 0),
    reach,
  };
}

interface ExactSums extends Reach {
  /** By the instant at which a step begins. */
  readonly bySteps: ReadonlyMap<number, SpendGroup>;
}

/** The sums of every step by the figures that count each call; undefined: none do. */
async function exactSums(
  reports: ReportReader,
  { filters, step, bounds }: PointsQuestion,
): Promise<ExactSums | undefined> {
  const days = daysAround(bounds);
  const filter = dailyFilterOf([...filters, { from: days.from, until: days.to + DAY_MS }]);
  if (!filter) return undefined;
  const ask = { limit: MOST_GROUPS, needsTotals: false } as const;
  if (step === "1d" && isOfWholeDays(bounds)) {
    const { groups, ...reach } = await reports.report({ ...ask, filter, dimensions: ["day"] });
    return { ...reach, bySteps: new Map(groups.map((group) => [startOf(group.day), group])) };
  }
  const hasHours = step === "1h" || (step === "1d" && bounds.every((bound) => bound % HOUR_MS === 0));
  if (!hasHours || (await reports.kept(days)).hoursSince !== undefined) return undefined;
  if (step === "1h") {
    const zoned = { bounds: dayBounds("UTC", days.from, days.to), source: "hours" as const };
    const { groups, ...reach } = await reports.report({
      ...ask,
      filter: { ...filter, zoned },
      dimensions: ["hour"],
    });
    return { ...reach, bySteps: new Map(groups.map((group) => [Date.parse(group.hour ?? ""), group])) };
  }
  // The days of the answer count from the first, whatever their dates in the zone are.
  const to = days.from + (bounds.length - 2) * DAY_MS;
  const zoned = { bounds, source: "hours" as const };
  const { groups, ...reach } = await reports.report({ ...ask, filter: { ...filter, to, zoned }, dimensions: ["day"] });
  const boundOf = ({ day }: SpendGroup): number => bounds[(startOf(day) - days.from) / DAY_MS] ?? Number.NaN;
  return { ...reach, bySteps: new Map(groups.map((group) => [boundOf(group), group])) };
}

function startOf(day: string | undefined): number {
  return Date.parse(`${day}T00:00:00Z`);
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
