import type { SpendQuestion } from "@/lib/reports/report-reader";
import type { EntityType } from "@/lib/entity-type";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import { DAY_MS } from "@/lib/time/period";
import { daysOfWeek, hasSums, isLater, type SummedDays, type SumsOf, wholeWeeks } from "./sums";

/** The sums that a question may read. */
export type KnownSums = Readonly<Partial<Record<SumsOf, SummedDays>>>;

/** `[from, until)`, in milliseconds since the epoch. */
export type Span = readonly [from: number, until: number];

/** What a report is added up from. No time is in two of these parts. */
export interface ReportPlan {
  /** The days, or the first days of weeks, whose sums are read, with their rounds. None of the maps is empty. */
  readonly sums: readonly { readonly of: SumsOf; readonly days: SummedDays }[];
  /** The times whose calls are read. */
  readonly spans: readonly Span[];
}

/** The times that a question is about. */
export function spanOf({ from, to, zoned }: DailyFilter): Span {
  return [zoned?.bounds[0] ?? from, zoned?.bounds.at(-1) ?? to + DAY_MS];
}

/** Which sums can answer a question, from the shortest on, or the calls by payer. None: only the calls can. */
export function usableSums(question: SpendQuestion): readonly SumsOf[] {
  if (question.filter.chargedTo) return [];
  const sums = entitySums(question);
  return sums.length === 0 && isOfPayer(question.filter) ? ["payers"] : sums;
}

/** Whether all calls are those of one payer, which stand together where they are in the order of their payers. */
function isOfPayer({ entityType, entityId, memberTeamId, memberUserId }: DailyFilter): boolean {
  if (memberTeamId !== undefined || memberUserId !== undefined) return true;
  return entityId !== undefined && PAYERS.has(entityType);
}
/** Without `member`, which is found by its team and its user. */
const PAYERS: ReadonlySet<EntityType> = new Set(["key", "user", "team", "end_user"]);

function entitySums({ filter, dimensions }: SpendQuestion): readonly SumsOf[] {
  const { entityType, model, provider, zoned } = filter;
  const isByModel =
    model !== undefined || provider !== undefined || dimensions.includes("model") || dimensions.includes("provider");
  const isByHour = dimensions.includes("hour") || (zoned !== undefined && dimensions.includes("day"));
  if (isByHour) return zoned?.source !== "calls" && hasSums("hours", entityType, isByModel) ? ["hours"] : [];
  if (!hasSums("days", entityType, isByModel)) return [];
  return dimensions.includes("day") ? ["days"] : ["days", "weeks"];
}

/** How many days are looked at first, and how many if the groups are by hour. */
const FIRST_DAYS = 4;
const FIRST_DAYS_BY_HOUR = 1;

/** The same question about its first days; undefined: its groups are not in order of time, or it has no more days. */
export function firstDays(question: SpendQuestion): SpendQuestion | undefined {
  const { filter, dimensions } = question;
  const isByHour = dimensions.includes("hour");
  if (dimensions.length < 2 || !(isByHour || dimensions.includes("day"))) return undefined;
  const count = isByHour ? FIRST_DAYS_BY_HOUR : FIRST_DAYS;
  const to = filter.from + (count - 1) * DAY_MS;
  if (to >= filter.to) return undefined;
  const zoned = filter.zoned && { ...filter.zoned, bounds: filter.zoned.bounds.slice(0, count + 1) };
  return { ...question, filter: { ...filter, to, ...(zoned && { zoned }) } };
}

/** Reads sums as long as they fit, and the calls of the other times. */
export function planReport(filter: DailyFilter, { hours, payers, days, weeks }: KnownSums): ReportPlan {
  const [first, end] = spanOf(filter);
  const inParts = hours ?? payers;
  if (inParts) {
    const within = selected(inParts, (day) => day + DAY_MS > first && day < end);
    return {
      sums: parts([[hours ? "hours" : "payers", within]]),
      spans: gaps([first, end], [...within.keys()]),
    };
  }
  const whole = selected(days ?? new Map(), (day) => day >= first && day + DAY_MS <= end);
  const summed = wholeWeeks(whole);
  const used = selected(weeks ?? new Map(), (week, round) => isLater(round, summed.get(week) ?? NONE));
  const inWeeks = new Set([...used.keys()].flatMap(daysOfWeek));
  const others = selected(whole, (day) => !inWeeks.has(day));
  return {
    sums: parts([
      ["days", others],
      ["weeks", used],
    ]),
    spans: gaps([first, end], [...whole.keys()]),
  };
}

/** The round that no week is later than. */
const NONE: SummedDays = new Map([[0, "18446744073709551615"]]);

function selected(days: SummedDays, isWanted: (day: number, round: string) => boolean): SummedDays {
  return new Map([...days].filter(([day, round]) => isWanted(day, round)));
}

function parts(sums: readonly (readonly [SumsOf, SummedDays])[]): ReportPlan["sums"] {
  return sums.flatMap(([of, days]) => (days.size === 0 ? [] : [{ of, days }]));
}

/** The parts of a span that are in none of these days. */
export function gaps([first, end]: Span, days: readonly number[]): Span[] {
  const spans: Span[] = [];
  let start = first;
  for (const day of [...days].sort((one, other) => one - other)) {
    if (day > start) spans.push([start, day]);
    start = Math.max(start, day + DAY_MS);
  }
  if (start < end) spans.push([start, end]);
  return spans;
}
