import type { Sorting } from "@/components/ui/sort-head";
import type { DeploymentHealth } from "@/lib/wire/contracts/health";
import type { ModelView } from "@/lib/wire/model";

/** The columns by which entries are sorted, each with the direction of its first click. */
const FIRST_DIRECTIONS = {
  position: "asc",
  name: "asc",
  attempts: "desc",
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
type Figures = Pick<DeploymentHealth, "served" | "declined" | "failed" | "retried" | "success_rate" | "latency_p95_ms">;

/** How often an entry was tried in the last hour. Attempts that the caller cancelled are left out. */
export function attemptsOf({ served, declined, failed, retried }: Figures): number {
  return served + declined + failed + retried;
}

/** The share of the attempts that failed, from 0 to 1; null: there were none. */
export function errorRateOf({ success_rate: rate }: Figures): number | null {
  return rate === null ? null : 1 - rate;
}

/** The entries in an order. `entries`: as listed. Those without a figure come last, whatever the direction. */
export function orderEntries<Listed extends Entry>(
  entries: readonly Listed[],
  { sort, order }: EntryOrder,
  recent: ReadonlyMap<string, Figures> | null | undefined,
): readonly Listed[] {
  const sign = order === "asc" ? 1 : -1;
  if (sort === "position") return order === "asc" ? entries : entries.toReversed();
  if (sort === "name") return entries.toSorted((a, b) => sign * a.model_name.localeCompare(b.model_name));
  const figure = ({ id }: Listed): number | null => {
    const figures = recent?.get(id);
    return figures === undefined ? null : FIGURES[sort](figures);
  };
  const known = entries.flatMap((entry) => {
    const value = figure(entry);
    return value === null ? [] : [{ entry, value }];
  });
  return [
    ...known.toSorted((a, b) => sign * (a.value - b.value)).map(({ entry }) => entry),
    ...entries.filter((entry) => figure(entry) === null),
  ];
}

const FIGURES = {
  attempts: attemptsOf,
  errors: errorRateOf,
  p95: (figures) => figures.latency_p95_ms,
} as const satisfies Partial<Record<EntryColumn, (figures: Figures) => number | null>>;

function isColumn(name: string): name is EntryColumn {
  return Object.hasOwn(FIRST_DIRECTIONS, name);
}
