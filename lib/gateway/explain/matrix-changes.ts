import type { Steps } from "@/lib/async/steps";
import type { Settings } from "@/lib/config/schema";
import { idOfRow, matrixCells, type Cell, type Column, type Row } from "./matrix";

/** A cell that a draft turns from allowed to refused, or the other way round. */
export interface CellChange {
  readonly column: Column;
  /** Under the settings in force. */
  readonly before: Cell;
  /** Under the draft. */
  readonly after: Cell;
}

/** The same row under two settings. */
export interface RowPair {
  readonly before: Row;
  readonly after: Row;
}

/**
 * Each row of two matrices once, those of the first in front. A role or scope that only one of them maps is the same
 * identity in both.
 */
export function pairRows(before: readonly Row[], after: readonly Row[]): RowPair[] {
  const drafted = new Map(after.map((row) => [keyOf(row), row]));
  const known = new Set(before.map(keyOf));
  return [
    ...before.map((row) => ({ before: row, after: drafted.get(keyOf(row)) ?? row })),
    ...after.filter((row) => !known.has(keyOf(row))).map((row) => ({ before: row, after: row })),
  ];
}

/** The cells of a row that a draft decides otherwise, a step for each. `now`: milliseconds since the epoch. */
export function* changedCells(
  pair: RowPair,
  columns: readonly Column[],
  settings: { readonly [Side in keyof RowPair]: Pick<Settings, "jwtAuth"> },
  now: number,
): Steps<CellChange[]> {
  const after = yield* matrixCells(pair.after, columns, settings.after, now);
  const known = yield* matrixCells(pair.before, columns, settings.before, now);
  return known.flatMap((before, index) => {
    const column = columns[index];
    const drafted = after[index];
    return column && drafted && drafted.allow !== before.allow ? [{ column, before, after: drafted }] : [];
  });
}

function keyOf(row: Row): string {
  return JSON.stringify([row.kind, idOfRow(row) ?? row.name]);
}
