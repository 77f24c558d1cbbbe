import { isShared } from "./all-totals";
import type { DailyFilter } from "./daily-filter";
import { type FigurePlaces, FigureSources } from "./figure-sources";
import type { ReadFigures } from "./read-figures";
import { canSumWeeks } from "./weekly-figures";

/**
 * Beyond so many payers it is cheaper to add up everything at once than to read the rows of each. A report asks for
 * one more than it shows.
 */
const MOST_SOUGHT = 2_001;

/**
 * Whether the largest payers are found by their spend alone before the rest of their figures is read. It is so for
 * reports of one payer each: of 100,000 users, six sums of each take much longer than one. A payer of a shared kind has
 * several numbers.
 */
export function seeksLargest(filter: DailyFilter, dimensions: readonly string[], limit: number): boolean {
  const isOfOnePayer = dimensions.includes("entity") || dimensions.length === 2;
  return limit <= MOST_SOUGHT && isOfOnePayer && !isShared(filter.entityType) && canSumWeeks(filter, dimensions);
}

/** The numbers of the payers with the most spend, at most `limit`. @throws the database's error */
export async function readLargest(
  read: ReadFigures,
  filter: DailyFilter,
  limit: number,
  places: FigurePlaces,
): Promise<number[]> {
  const { text, values } = largestStatement(filter, limit, places);
  const rows = await read<{ entity: number }>(text, values);
  return rows.map(({ entity }) => entity);
}

/** SQL for the numbers of the payers with the most spend, and its values. */
export function largestStatement(
  filter: DailyFilter,
  limit: number,
  places: FigurePlaces,
): { readonly text: string; readonly values: unknown[] } {
  const sources = new FigureSources(filter, places);
  const text = `SELECT entity FROM (${sources.figures()}) AS figure
    GROUP BY entity ORDER BY whole_sum(spend) DESC LIMIT ${sources.bind(limit)}`;
  return { text, values: sources.values };
}
