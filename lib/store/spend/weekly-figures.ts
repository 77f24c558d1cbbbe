import type { EntityType } from "@/lib/entity-type";
import { DAY_MS } from "@/lib/time/period";
import type { DailyFilter } from "./daily-filter";

const HOUR_MS = 3_600_000;
const HOURS = 7 * 24;

/**
 * The kinds of entity that are summed up by the week: each has many entities, and reports show all of them side by
 * side.
 */
export const WEEKLY_KINDS: readonly EntityType[] = ["key", "user", "team", "organization", "end_user", "member", "tag"];

/** How many weeks are summed up together. Each span begins at a multiple of its length since the epoch. */
export const LENGTHS = [4, 1] as const;

/** Hours since the epoch: from `from`, and before `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** `weeks` weeks in a row, of which `week` is the first, in weeks since the epoch. */
export interface Weeks {
  readonly weeks: number;
  readonly week: number;
}

/** The hours of weeks. */
export function hoursOf({ weeks, week }: Weeks): Span {
  return { from: week * HOURS, until: (week + weeks) * HOURS };
}

/** Whether sums of weeks can answer: they have neither days nor models, and one payer is found sooner by the hour. */
export function canSumWeeks(filter: DailyFilter, dimensions: readonly string[]): boolean {
  const { entityType, entityId, memberTeamId, memberUserId, model, provider, zoned } = filter;
  const isOfAll = [entityId, memberTeamId, memberUserId, model, provider].every((one) => one === undefined);
  return (
    isOfAll &&
    zoned?.source !== "calls" &&
    WEEKLY_KINDS.includes(entityType) &&
    dimensions.every((name) => PAYERS.has(name))
  );
}
const PAYERS: ReadonlySet<string> = new Set(["entity", "memberTeam", "memberUser"]);

/** The longest of the summed weeks that fit into hours and do not overlap, in order. */
export function weeksWithin(hours: Span, summed: readonly Weeks[]): Weeks[] {
  const chosen: Weeks[] = [];
  for (const one of summed.toSorted((a, b) => b.weeks - a.weeks)) {
    const { from, until } = hoursOf(one);
    const isFree = chosen.map(hoursOf).every((other) => until <= other.from || from >= other.until);
    if (from >= hours.from && until <= hours.until && isFree) chosen.push(one);
  }
  return chosen.sort((a, b) => a.week - b.week);
}

/** The parts of hours outside of these weeks, which are in order and do not overlap. */
export function hoursWithout({ from, until }: Span, chosen: readonly Weeks[]): Span[] {
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
