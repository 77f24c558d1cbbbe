import type { Sorting } from "@/components/ui/sort-head";
import type { ModelView } from "@/lib/wire/model";
import { type EntryFigures, errorRateOf, type FiguresById } from "./figures/entry-figures";

/** The columns by which entries are sorted, each with the direction of its first click. */
const FIRST_DIRECTIONS = {
  position: "asc",
  name: "asc",
  calls: "desc",
  spend: "desc",
  errors: "desc",
  p95: "desc",
} as const;
export type EntryColumn = keyof typeof FIRST_DIRECTIONS;
export type EntryOrder = Sorting<EntryColumn>["order"];

/** The order in an address: a column, with a leading `-` from the largest down. Anything else: that of the list. */
export function entryOrderOf(text: string): EntryOrder {
  const [isDown, name] = text.startsWith("-") ? [true, text.slice(1)] : [false, text];
  return isColumn(name)
    ? { sort: name, order: isDown ? "desc" : "asc" }
    : { sort: "position", order: FIRST_DIRECTIONS.position };
}

/** The order for the address after a click on the head of a column; empty for that of the list. */
export function orderAfterClick({ sort, order }: EntryOrder, column: EntryColumn): string {
  const next = sort !== column ? FIRST_DIRECTIONS[column] : order === "asc" ? "desc" : "asc";
  if (column === "position" && next === "asc") return "";
  return next === "desc" ? `-${column}` : column;
}

/** What the order of an entry may depend on. */
type Entry = Pick<ModelView, "id" | "model_name">;

/** The entries in an order. `entries`: as listed. Those without a figure come last, whatever the direction. */
export function orderEntries<Listed extends Entry>(
  entries: readonly Listed[],
  { sort, order }: EntryOrder,
  known: FiguresById | null | undefined,
): readonly Listed[] {
  const sign = order === "asc" ? 1 : -1;
  if (sort === "position") return order === "asc" ? entries : entries.toReversed();
  if (sort === "name") return entries.toSorted((a, b) => sign * a.model_name.localeCompare(b.model_name));
  const figure = ({ id }: Listed): number | null => {
    const figures = known?.get(id);
    return figures === undefined ? null : FIGURES[sort](figures);
  };
  const ordered = entries.flatMap((entry) => {
    const value = figure(entry);
    return value === null ? [] : [{ entry, value }];
  });
  return [
    ...ordered.toSorted((a, b) => sign * (a.value - b.value)).map(({ entry }) => entry),
    ...entries.filter((entry) => figure(entry) === null),
  ];
}

const FIGURES = {
  calls: ({ calls }) => calls,
  spend: ({ spend }) => spend,
  errors: errorRateOf,
  p95: (figures) => figures.p95_ms,
} as const satisfies Partial<Record<EntryColumn, (figures: EntryFigures) => number | null>>;

function isColumn(name: string): name is EntryColumn {
  return Object.hasOwn(FIRST_DIRECTIONS, name);
}
