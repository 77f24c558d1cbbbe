import type { SpendMeasure, SpendSums } from "@/lib/wire/spend";
import type { Database } from "../database";
import type { DailyFilter } from "./daily-filter";
import type { FigureScope } from "./figure-sources";
import {
  type DailyDimension,
  type GroupQuestion,
  groupStatement,
  isTime,
  numbersStatement,
  type RawGroup,
  type SpendGroup,
  spendGroup,
  spendSums,
} from "./group-statement";
import { countsOnce, readLargest, seeksLargest } from "./largest-payers";
import { inSnapshot, type ReadFigures } from "./read-figures";
import { readScope } from "./spend-reports";

/** A question for the largest groups of a range, over time. */
export interface LargestFigures {
  readonly filter: DailyFilter;
  /** A day or an hour, and the dimension that the groups differ in. */
  readonly dimensions: readonly DailyDimension[];
  /** How many groups. */
  readonly count: number;
  /** The measure by which they are the largest over the whole range. */
  readonly measure: SpendMeasure;
  /** The most rows of an answer. */
  readonly limit: number;
  /** Selects the same calls, and those without the payer that is grouped by. */
  readonly whole: DailyFilter;
}

/** Sums by time alone, and their total. */
export interface SumsOverTime {
  readonly groups: readonly SpendGroup[];
  readonly totals: SpendSums;
}

/** The largest groups, the largest first, and the calls of all groups at that moment. */
export interface RankedGroups {
  readonly groups: readonly Partial<Record<DailyDimension, string>>[];
  readonly calls: number;
}

/** The largest groups over time, and the sums that they are a part of, all as they stood at one moment. */
export interface LargestOverTime {
  /** Sorted by time, and then by falling measure. */
  readonly groups: readonly SpendGroup[];
  /** The sums of all groups, including those that are not among the largest. */
  readonly all: SumsOverTime;
  /** The sums of all calls, including those without a payer. */
  readonly whole: SumsOverTime;
}

/**
 * Reads the largest groups. `known`: the largest groups a moment ago. If no call has come since, they still are;
 * otherwise they are looked for again. @throws the database's error
 */
export function readLargestOverTime(
  database: Database,
  question: LargestFigures,
  known?: RankedGroups,
): Promise<LargestOverTime> {
  const { filter, dimensions, limit, whole, measure } = question;
  return inSnapshot(database, async (read) => {
    const rankedScope = await readScope(read, filter, namesOf(question));
    // Sums of spans have neither days nor hours.
    const scope = { ...rankedScope, spans: [] };
    const sumsOf = (one: DailyFilter): Promise<SumsOverTime> =>
      readSums(read, { filter: one, dimensions: dimensions.filter(isTime), limit }, scope);
    const sums = await sumsOf(whole);
    const isKnown = known !== undefined && countsOnce(filter) && known.calls === sums.totals.calls;
    const { entities, only, calls } = isKnown
      ? await withNumbers(read, question, known.groups, known.calls)
      : await rankGroups(read, question, rankedScope);
    const { text, values } = groupStatement(
      { filter, dimensions, limit },
      { ...scope, ...(entities && { entities }) },
      { measure, ...(only && { only }) },
    );
    const rows = await read<RawGroup>(text, values);
    // If every call has a payer, the sums of all payers are those of all calls, for which far fewer rows are read.
    const isWhole = countsOnce(filter) && calls === sums.totals.calls;
    return {
      groups: rows.map((row) => spendGroup(row, dimensions)),
      all: isWhole ? sums : await sumsOf(filter),
      whole: sums,
    };
  });
}

/** The dimensions of a question that are not times. */
function namesOf({ dimensions }: LargestFigures): DailyDimension[] {
  return dimensions.filter((name) => !isTime(name));
}

interface Ranked {
  /** The numbers of the payers of the largest groups; absent: the groups are not by payer. */
  readonly entities?: readonly number[];
  /** The largest groups; absent: all groups of these payers. */
  readonly only?: RankedGroups["groups"];
  /** The number of calls of all groups; undefined: unknown. */
  readonly calls: number | undefined;
}

async function rankGroups(read: ReadFigures, question: LargestFigures, scope: FigureScope): Promise<Ranked> {
  const { filter, count, measure } = question;
  const names = namesOf(question);
  if (seeksLargest(filter, names, count)) return readLargest(read, filter, count, scope, { measure, isCounted: true });
  const { text, values } = groupStatement({ filter, dimensions: names, limit: count }, scope, { measure });
  const only = await read<RawGroup>(text, values);
  const total = only[0]?.total;
  return withNumbers(read, question, only, total ? Number(total.calls ?? 0) : undefined);
}

/** Adds the numbers of their payers to groups. */
async function withNumbers(
  read: ReadFigures,
  question: LargestFigures,
  only: RankedGroups["groups"],
  calls: number | undefined,
): Promise<Ranked> {
  const numbers = numbersStatement(question.filter, only, namesOf(question));
  const entities = numbers && (await read<{ entity: number }>(numbers.text, numbers.values));
  return { only, calls, ...(entities && { entities: entities.map(({ entity }) => entity) }) };
}

async function readSums(read: ReadFigures, question: GroupQuestion, scope: FigureScope): Promise<SumsOverTime> {
  const { text, values } = groupStatement(question, scope);
  const rows = await read<RawGroup>(text, values);
  return { groups: rows.map((row) => spendGroup(row, question.dimensions)), totals: spendSums(rows[0]?.total ?? {}) };
}
