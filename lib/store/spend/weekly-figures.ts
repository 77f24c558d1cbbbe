import type { EntityType } from "@/lib/entity-type";
import { DAY_MS } from "@/lib/time/period";
import type { DailyFilter } from "./daily-filter";

const DAYS = 7;

/** The kinds of entity that are summed up by the week: there are many of each, and reports show all of them side by side. */
export const WEEKLY_KINDS: readonly EntityType[] = ["key", "user", "team", "organization", "end_user", "member", "tag"];

/** How many weeks are summed up together, each at a multiple of its length since the epoch. */
export const LENGTHS = [4, 1] as const;

/** Days since the epoch: from the first, and before the second. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** So many weeks that follow each other, of which `week` is the first since the epoch. */
export interface Weeks {
  readonly weeks: number;
  readonly week: number;
}

/** The days of weeks. */
export function daysOf({ weeks, week }: Weeks): Span {
  return { from: week * DAYS, until: (week + weeks) * DAYS };
}

/** Whether weeks can answer: they know neither days nor models, and one payer is found sooner by the hour. */
export function canSumWeeks(filter: DailyFilter, dimensions: readonly string[]): boolean {
  const { entityType, entityId, memberTeamId, memberUserId, model, provider, zoned } = filter;
  const isOfAll = [entityId, memberTeamId, memberUserId, model, provider, zoned].every((one) => one === undefined);
  return isOfAll && WEEKLY_KINDS.includes(entityType) && dimensions.every((name) => PAYERS.has(name));
}
const PAYERS: ReadonlySet<string> = new Set(["entity", "memberTeam", "memberUser"]);

/** The longest of the weeks within days that do not overlap, in order. */
export function weeksWithin(days: Span, summed: readonly Weeks[]): Weeks[] {
  const chosen: Weeks[] = [];
  for (const one of summed.toSorted((a, b) => b.weeks - a.weeks)) {
    const { from, until } = daysOf(one);
    const isFree = chosen.map(daysOf).every((other) => until <= other.from || from >= other.until);
    if (from >= days.from && until <= days.until && isFree) chosen.push(one);
  }
  return chosen.sort((a, b) => a.week - b.week);
}

/** What is left of days without those of weeks, which are in order and do not overlap. */
export function daysWithout({ from, until }: Span, chosen: readonly Weeks[]): Span[] {
  const left: Span[] = [];
  let first = from;
  for (const span of chosen.map(daysOf)) {
    if (first < span.from) left.push({ from: first, until: span.from });
    first = span.until;
  }
  if (first < until) left.push({ from: first, until });
  return left;
}

/** The days of a filter since the epoch. */
export function filterDays({ from, to }: Pick<DailyFilter, "from" | "to">): Span {
  return { from: from / DAY_MS, until: to / DAY_MS + 1 };
}
