import { isRouteFamily } from "@/lib/auth/routes";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { resolveGroup, type RoutableEntry } from "@/lib/router/resolve";
import type { CountedCalls } from "@/lib/store/record/access-calls";
import type { MatrixColumn } from "@/lib/wire/matrix";
import { isOfFamily } from "./route-family";

/** Calls of one row of the matrix that one of its columns stands for. */
export interface CallsOfColumn {
  readonly column: Pick<MatrixColumn, "kind" | "name">;
  readonly count: number;
  /** A UTC day, as in `2026-06-15`. */
  readonly lastDay: string;
}

type Counted = Pick<CountedCalls, "route" | "family" | "model" | "count" | "lastDay">;

/**
 * Adds the calls of one row up by the columns that stand for them: a name of the model list for what it serves, another
 * pattern for every name that matches, and a family for its routes. Columns without calls are left out.
 */
export function countColumns(
  calls: readonly Counted[],
  columns: readonly Pick<MatrixColumn, "kind" | "name">[],
  entries: readonly RoutableEntry[],
): CallsOfColumn[] {
  const listed = new Set(entries.map(({ model_name: name }) => name));
  const served = new Map<string, string | undefined>();
  const servedBy = (model: string): string | undefined => {
    if (!served.has(model)) served.set(model, resolveGroup(model, entries)[0]?.entry.model_name);
    return served.get(model);
  };
  const standsFor = ({ kind, name }: Pick<MatrixColumn, "kind" | "name">, call: Counted): boolean => {
    if (kind === "family") return isRouteFamily(name) && isOfFamily(call, name);
    if (call.model === "") return false;
    return name === call.model || (listed.has(name) ? servedBy(call.model) === name : matchesPattern(name, call.model));
  };
  return columns.flatMap((column) => {
    const own = calls.filter((call) => standsFor(column, call));
    if (own.length === 0) return [];
    const lastDay = own.map((call) => call.lastDay).reduce((latest, day) => (day > latest ? day : latest));
    return [{ column, count: own.reduce((sum, { count }) => sum + count, 0), lastDay }];
  });
}
