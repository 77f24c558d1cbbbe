import type { ListCursor } from "@/lib/store/list-cursor";

/** What a draft takes from one row and gives to it, and the place of the row. */
export interface RowChanges<Change> {
  readonly cursor: ListCursor;
  readonly lost: readonly Change[];
  readonly gained: readonly Change[];
}

/** The changes that are shown, and the numbers of all. */
export interface ChangePage<Change> {
  readonly lost: readonly Change[];
  readonly lostTotal: number;
  readonly gained: readonly Change[];
  readonly gainedTotal: number;
  /** The last row whose changes are shown; undefined: those of all rows are. */
  readonly ended: ListCursor | undefined;
}

/**
 * Shows the changes of whole rows, from the first on, as long as neither the lost nor the gained ones are more than
 * `most`; those of the first row always.
 */
export function changePage<Change>(rows: readonly RowChanges<Change>[], most: number): ChangePage<Change> {
  let [lost, gained, shown] = [0, 0, 0];
  for (const row of rows) {
    lost += row.lost.length;
    gained += row.gained.length;
    if (shown > 0 && (lost > most || gained > most)) break;
    shown++;
  }
  const seen = rows.slice(0, shown);
  return {
    lost: seen.flatMap((row) => row.lost),
    lostTotal: rows.reduce((sum, row) => sum + row.lost.length, 0),
    gained: seen.flatMap((row) => row.gained),
    gainedTotal: rows.reduce((sum, row) => sum + row.gained.length, 0),
    ended: shown < rows.length ? seen.at(-1)?.cursor : undefined,
  };
}
