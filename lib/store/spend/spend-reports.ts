import type { EntityType } from "@/lib/entity-type";
import type { SpendMeasure, SpendSums } from "@/lib/wire/spend";
import { DAY_MS } from "@/lib/time/period";
import { type DailyFilter, dayRanges } from "./daily-filter";
import { totalsOf } from "./all-totals";
import { DAY_OF_OLD } from "./figure-partitions";
import { type FigureScope, FigureSources } from "./figure-sources";
import { OF_ALL } from "./figures-reach";
import {
  carryTotals,
  type DailyDimension,
  type GroupQuestion,
  groupStatement,
  isTime,
  type RawGroup,
  type RawSums,
  SHOWN_SUMS,
  type SpendGroup,
  spendGroup,
  spendSums,
} from "./group-statement";
import { countsOnce, readLargest, seeksLargest } from "./largest-payers";
import type { Database } from "../database";
import { inSnapshot, type ReadFigures } from "./read-figures";
import { canSumSpans, filterHours, type DaySpan, spansWithin } from "./summed-spans";

interface ReportQuestion extends GroupQuestion {
  readonly measure?: SpendMeasure | undefined;
}

/**
 * Sums of figures, grouped by the dimensions and sorted by day and hour, if they are among them, and then by falling
 * `measure` (default: spend). `totals` are those of all groups, including groups beyond the limit; without
 * `needsTotals` they may be zeros. `calls` is the number of calls of all groups, if it was counted on the way.
 */
export async function reportSpend(
  database: Database,
  { needsTotals = true, ...question }: ReportQuestion & { readonly needsTotals?: boolean | undefined },
): Promise<{ readonly groups: SpendGroup[]; readonly totals: SpendSums; readonly calls: number | undefined }> {
  const { filter, dimensions, limit } = question;
  const isSought = seeksLargest(filter, dimensions, limit);
  const [{ rows, counted, summed }, totals] = await Promise.all([
    inSnapshot(database, async (read): Promise<ReadReport> => {
      const scope = await readScope(read, filter, dimensions);
      if (isSought) return readSought(read, question, { scope, needsTotals });
      const readAll = carryTotals(dimensions) || !dimensions.some(isTime) ? readGroups : readGroupsByTime;
      return { rows: await readAll(read, question, scope) };
    }),
    needsTotals && !isSought && !carryTotals(dimensions)
      ? inSnapshot(database, (read) => sumFigures(read, filter))
      : undefined,
  ]);
  const carried = rows[0]?.total;
  return {
    groups: rows.map((row) => spendGroup(row, dimensions)),
    totals: totals ?? summed ?? spendSums(carried ?? {}),
    calls: counted ?? (carried ? Number(carried.calls ?? 0) : undefined),
  };
}

interface ReadReport {
  readonly rows: readonly RawGroup[];
  /** The calls of all groups, if they were counted on the way. */
  readonly counted?: number;
  /** The sums of all groups, if they were added up apart from the groups. */
  readonly summed?: SpendSums | undefined;
}

/** Finds the largest payers first, and then reads the rest of their figures. */
async function readSought(
  read: ReadFigures,
  question: ReportQuestion,
  { scope, needsTotals }: { readonly scope: FigureScope; readonly needsTotals: boolean },
): Promise<ReadReport> {
  const { filter, limit, measure } = question;
  const { entities, calls } = await readLargest(read, filter, limit, scope, {
    isCounted: true,
    ...(measure && { measure }),
  });
  return {
    rows: await readGroups(read, question, { ...scope, entities }),
    counted: calls,
    summed: needsTotals ? await sumOfAll(read, filter, calls) : undefined,
  };
}

/**
 * The sums of all payers of a filter, which have this many calls. If every call has such a payer, they are those of all
 * calls, for which far fewer rows are read.
 */
async function sumOfAll(read: ReadFigures, filter: DailyFilter, calls: number): Promise<SpendSums> {
  const { from, to, zoned } = filter;
  if (countsOnce(filter)) {
    const sums = await sumFigures(read, { entityType: "all", entityId: "", from, to, ...(zoned && { zoned }) });
    if (sums.calls === calls) return sums;
  }
  return sumFigures(read, filter);
}

function readGroups(
  read: ReadFigures,
  { measure, ...question }: ReportQuestion,
  scope: FigureScope,
): Promise<RawGroup[]> {
  const { text, values } = groupStatement(question, scope, measure && { measure });
  return read<RawGroup>(text, values);
}

/**
 * Reads the groups of several days, a few days at a time. Groups are sorted by day first, so those beyond the limit
 * need not be summed. All days of 100,000 users are millions of groups.
 */
async function readGroupsByTime(
  read: ReadFigures,
  { filter, dimensions, limit, measure }: ReportQuestion,
  scope: FigureScope,
): Promise<RawGroup[]> {
  const found: RawGroup[] = [];
  for (const days of dayRanges(filter)) {
    found.push(...(await readGroups(read, { filter: days, dimensions, limit: limit - found.length, measure }, scope)));
    if (found.length >= limit) break;
  }
  return found;
}

/** The sums of all figures of a filter. */
async function sumFigures(read: ReadFigures, filter: DailyFilter): Promise<SpendSums> {
  const sources = new FigureSources(filter, await readScope(read, filter, []));
  const part = filter.zoned?.source === "calls" ? sources.calls(filter.zoned.bounds) : sources.figures();
  const rows = await read<RawSums>(`SELECT ${SHOWN_SUMS} FROM (${part}) AS part`, sources.values);
  return spendSums(rows[0] ?? {});
}

/** A day of the range of which figures are kept by the day. */
const KEPT_DAY = `SELECT FROM daily_figures WHERE ${OF_ALL} AND day BETWEEN $1::int AND $2::int AND day > ${DAY_OF_OLD}`;

/** Whether `daily_figures` has days of a range. */
async function hasDaysWithin(read: ReadFigures, { from, to }: DailyFilter): Promise<boolean> {
  const rows = await read<{ found: boolean }>(`SELECT EXISTS (${KEPT_DAY}) AS found`, [from / DAY_MS, to / DAY_MS]);
  return rows[0]?.found ?? true;
}

/** The tables that hold the figures of a filter. Spans count only while they are marked as whole. */
export async function readScope(
  read: ReadFigures,
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
): Promise<FigureScope> {
  const hasDays = !filter.zoned && (await hasDaysWithin(read, filter));
  if (!canSumSpans(filter, dimensions)) return { hasDays, spans: [] };
  const hours = filterHours(filter);
  const summed = await read<DaySpan>(
    "SELECT days, day FROM summed_spans WHERE is_whole AND day * 24 >= $1::int AND (day + days) * 24 <= $2::int",
    [hours.from, hours.until],
  );
  return { hasDays, spans: spansWithin(hours, summed) };
}

/**
 * SQL for the first day since the epoch after all days that are kept by the day alone; no row: none of these is within
 * the range.
 */
const HOURS_SINCE = `
SELECT 1 + (SELECT max(day) FROM daily_figures WHERE ${OF_ALL}) AS day WHERE EXISTS (${KEPT_DAY})`;
const CALLS_SINCE = `SELECT max(pruned_before) - date '1970-01-01' AS day FROM call_retention WHERE pruned_before > date '1970-01-01' + $1::int`;

/**
 * From which day on hours and calls are kept; absent: they are kept for all days of a range of UTC days. Days are
 * midnights in milliseconds since the epoch, both included. @throws the database's error
 */
export async function readReach(
  { prisma }: Database,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly hoursSince?: number | undefined; readonly callsSince?: number | undefined }> {
  const text = `SELECT (${HOURS_SINCE}) AS hours, (${CALLS_SINCE}) AS calls`;
  const rows = await prisma.$queryRawUnsafe<{ hours: number | null; calls: number | null }[]>(
    text,
    from / DAY_MS,
    to / DAY_MS,
  );
  const [{ hours, calls } = { hours: null, calls: null }] = rows;
  return {
    hoursSince: hours === null ? undefined : hours * DAY_MS,
    callsSince: calls === null ? undefined : calls * DAY_MS,
  };
}

/** The all-time totals of one entity; zeros if nothing was ever booked. */
export async function readEntityTotal(
  database: Database,
  type: EntityType,
  id: string,
): Promise<Omit<SpendSums, "failed_calls">> {
  const rows = await database.prisma.$queryRawUnsafe<RawSums[]>(
    `SELECT sum(spend)::text AS spend, sum(calls)::text AS calls, sum(prompt_tokens)::text AS prompt_tokens,
       sum(completion_tokens)::text AS completion_tokens, sum(unpriced_calls)::text AS unpriced_calls
     FROM ${totalsOf(type)} AS total WHERE entity_type = $1 AND entity_id = $2`,
    type,
    id,
  );
  const { failed_calls: _unknown, ...sums } = spendSums(rows[0] ?? {});
  return sums;
}
