import type { SpendMeasure } from "@/lib/wire/spend";
import { isShared } from "./all-totals";
import type { DailyFilter } from "./daily-filter";
import { type FigureScope, FigureSources } from "./figure-sources";
import { rankedBy } from "./group-statement";
import type { ReadFigures } from "./read-figures";
import { canSumSpans } from "./summed-spans";

/**
 * For more payers than this, adding up everything at once is cheaper than reading the rows of each. A report asks for
 * one more payer than it shows.
 */
const MOST_SOUGHT = 2_001;

/**
 * Whether the largest payers are found by the measure alone before the rest of their figures is read. It is so for
 * reports whose groups are single payers: for 100,000 users, six sums take much longer than one. Payers of shared kinds
 * are left out, because each has several numbers.
 */
export function seeksLargest(filter: DailyFilter, dimensions: readonly string[], limit: number): boolean {
  const isOfOnePayer = dimensions.includes("entity") || dimensions.length === 2;
  return limit <= MOST_SOUGHT && isOfOnePayer && !isShared(filter.entityType) && canSumSpans(filter, dimensions);
}

/** Whether no call can be in two groups: a call may have several tags, and be charged to two organisations. */
export function countsOnce({ entityType }: DailyFilter): boolean {
  return entityType !== "tag" && entityType !== "organization";
}

/** The payers with the most of a measure. */
export interface LargestPayers {
  /** Their numbers, the largest first. */
  readonly entities: number[];
  /** The calls of all payers, including those that are not among the largest; 0 unless they are counted. */
  readonly calls: number;
}

/** What payers are ranked by (default: spend), and whether the calls of all of them are counted on the way. */
interface Ranking {
  readonly measure?: SpendMeasure;
  readonly isCounted?: boolean;
}

/** Finds the payers with the most of a measure, at most `limit`. @throws the database's error */
export async function readLargest(
  read: ReadFigures,
  filter: DailyFilter,
  limit: number,
  scope: FigureScope,
  ranking: Ranking = {},
): Promise<LargestPayers> {
  const { text, values } = largestStatement(filter, limit, scope, ranking);
  const rows = await read<{ entity: number; calls: string }>(text, values);
  return { entities: rows.map(({ entity }) => entity), calls: Number(rows[0]?.calls ?? 0) };
}

/**
 * SQL for the numbers of the payers with the most of a measure, and its values. Equal payers are ordered by their ids.
 */
export function largestStatement(
  filter: DailyFilter,
  limit: number,
  scope: FigureScope,
  { measure = "spend", isCounted = false }: Ranking = {},
): { readonly text: string; readonly values: unknown[] } {
  const sources = new FigureSources(filter, scope);
  const most = sources.bind(limit);
  const counted = isCounted ? "sum(sum(calls)) OVER ()" : "0";
  const text = `SELECT entity, largest.calls::text FROM (
      SELECT entity, ${rankedBy(measure)} AS amount, ${counted} AS calls
      FROM (${sources.figures()}) AS figure GROUP BY entity ORDER BY amount DESC FETCH FIRST (${most}) ROWS WITH TIES
    ) AS largest JOIN entity_totals AS total ON number = entity
    ORDER BY amount DESC, entity_id COLLATE "C" LIMIT ${most}`;
  return { text, values: sources.values };
}
