import type { Series, StackedDay } from "./stack-by-day";

/** How many parts of a bar are told. More would reach beyond the window; the table has them all. */
export const MOST_TOLD = 5;

/** The largest parts of a bar, and how many more it has. */
export function toldParts<One extends Pick<Series, "key">>(
  series: readonly One[],
  { values }: Pick<StackedDay, "values">,
): { readonly told: readonly One[]; readonly more: number } {
  const parts = series
    .filter(({ key }) => (values[key] ?? 0) > 0)
    .toSorted((a, b) => (values[b.key] ?? 0) - (values[a.key] ?? 0));
  return { told: parts.slice(0, MOST_TOLD), more: Math.max(0, parts.length - MOST_TOLD) };
}
