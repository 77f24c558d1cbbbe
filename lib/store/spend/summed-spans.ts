import type { EntityType } from "@/lib/entity-type";
import { DAY_MS } from "@/lib/time/period";
import type { DailyFilter } from "./daily-filter";

const HOUR_MS = 3_600_000;
/**
 * The kinds of entity that are summed up by spans of days: each has many entities, and reports show all of them side by
 * side.
 */
export const SUMMED_KINDS: readonly EntityType[] = ["key", "user", "team", "organization", "end_user", "member", "tag"];

/** How many days have sums wherever they are. Each such span begins at a multiple of its length since the epoch. */
const LENGTHS = [7, 28] as const;
const WEEK = 7;
/**
 * How many of the latest days have sums, too. These are the last 7, 30 and 90 days without today, and without the first
 * of them, so that they are within the days of any time zone.
 */
const LATEST = [5, 28, 88] as const;

/** Hours since the epoch: from `from`, and before `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** `days` days in a row, of which `day` is the first, in days since the epoch. */
export interface DaySpan {
  readonly days: number;
  readonly day: number;
}

/** The hours of a span of days. */
export function hoursOf({ days, day }: DaySpan): Span {
  return { from: day * 24, until: (day + days) * 24 };
}

/**
 * The spans of days that are summed up, if days from `first` have figures and those before `end` are over, in days
 * since the epoch: weeks and four weeks, the newest first; then the latest days, and the months and the week that
 * reports and budgets ask for.
 */
export function wantedSpans(first: number, end: number): DaySpan[] {
  const regular = LENGTHS.flatMap((days) => {
    const spans: DaySpan[] = [];
    for (let day = first - (first % days); day + days <= end; day += days) spans.push({ days, day });
    return spans;
  }).toSorted((one, other) => other.day - one.day || one.days - other.days);
  const monthsAgo = (count: number): number => {
    const today = new Date(end * DAY_MS);
    return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count) / DAY_MS;
  };
  const between = (day: number, until: number): DaySpan => ({ day, days: until - day });
  const further = [
    ...LATEST.map((days) => between(end - days, end)),
    between(monthsAgo(0), end),
    between(monthsAgo(1), monthsAgo(0)),
    between(end - (end % WEEK), end),
  ].filter(({ days, day }) => days > 1 && day >= first);
  return [...new Map([...regular, ...further].map((span) => [nameOf(span), span])).values()];
}

/** A name by which spans are told apart. */
export function nameOf({ days, day }: DaySpan): string {
  return `${day} ${days}`;
}

/** Whether sums of spans can answer: they have neither times nor models, and one payer is found sooner by the hour. */
export function canSumSpans(filter: DailyFilter, dimensions: readonly string[]): boolean {
  const { entityType, entityId, memberTeamId, memberUserId, model, provider, zoned } = filter;
  const isOfAll = [entityId, memberTeamId, memberUserId, model, provider].every((one) => one === undefined);
  return (
    isOfAll &&
    zoned?.source !== "calls" &&
    SUMMED_KINDS.includes(entityType) &&
    dimensions.every((name) => PAYERS.has(name))
  );
}
const PAYERS: ReadonlySet<string> = new Set(["entity", "memberTeam", "memberUser"]);

/** A choice of spans that do not overlap, in order. */
interface Choice {
  readonly spans: readonly DaySpan[];
  /** How many days' rows they save, as `spansWithin` counts them. */
  readonly saved: number;
}

const NOTHING: Choice = { spans: [], saved: 0 };

/**
 * The summed spans that fit into hours, do not overlap and leave the fewest rows to read, in order. The sums of a span
 * count as the hours of one day: they have a row for almost each payer, however long it is.
 */
export function spansWithin(hours: Span, summed: readonly DaySpan[]): readonly DaySpan[] {
  const fitting = summed
    .filter((span) => hoursOf(span).from >= hours.from && hoursOf(span).until <= hours.until)
    .toSorted((one, other) => one.day + one.days - other.day - other.days);
  // The best choice among the spans before each one; they end in order, so a later one is never worse.
  const best: Choice[] = [NOTHING];
  for (const [at, span] of fitting.entries()) {
    const before = fitting.findLastIndex(({ day, days }) => day + days <= span.day);
    const { spans, saved } = best[before + 1] ?? NOTHING;
    const one = { spans: [...spans, span], saved: saved + span.days - 1 };
    const other = best[at] ?? NOTHING;
    best.push(one.saved > other.saved ? one : other);
  }
  return best.at(-1)?.spans ?? [];
}

/** The parts of hours outside of these spans, which are in order and do not overlap. */
export function hoursWithout({ from, until }: Span, chosen: readonly DaySpan[]): Span[] {
  const left: Span[] = [];
  let first = from;
  for (const span of chosen.map(hoursOf)) {
    if (first < span.from) left.push({ from: first, until: span.from });
    first = span.until;
  }
  if (first < until) left.push({ from: first, until });
  return left;
}

/** The hours of a filter, since the epoch. */
export function filterHours({ from, to, zoned }: Pick<DailyFilter, "from" | "to" | "zoned">): Span {
  const [first = from, end = to + DAY_MS] = zoned ? [zoned.bounds[0], zoned.bounds.at(-1)] : [];
  return { from: first / HOUR_MS, until: end / HOUR_MS };
}
