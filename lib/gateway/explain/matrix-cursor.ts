import { type ListCursor, positionBehind } from "@/lib/store/list-cursor";
import { ROW_KINDS, type RowKind } from "@/lib/wire/matrix";

/**
 * What the value of a cursor of the matrix looks like: a kind of row, and the number of rows of the settings before it.
 */
// oxlint-disable-next-line house/linear-regex -- bound to the beginning, and has no repetition without an end
export const MATRIX_VALUE = new RegExp(`^(?:${ROW_KINDS.join("|")}) \\d{1,6}$`);

/** The cursor of a row. `at`: how many rows of its kind stand before it, which counts only for rows of the settings. */
export function cursorOfRow(kind: RowKind, id: string, at: number): ListCursor {
  return { value: `${kind} ${at}`, id };
}

/** Which rows of a kind come after a cursor. */
export type BehindCursor =
  | { readonly rows: "all" | "none" }
  /** Those after the row with this id, which was at this position. */
  | { readonly rows: "some"; readonly id: string; readonly at: number };

/** Kinds of rows follow each other in the order of `ROW_KINDS`. */
export function behindCursor(kind: RowKind, cursor: ListCursor | undefined): BehindCursor {
  if (!cursor) return { rows: "all" };
  const [ended = "", at = "0"] = String(cursor.value).split(" ");
  const [own, last] = [ROW_KINDS.indexOf(kind), ROW_KINDS.findIndex((one) => one === ended)];
  if (own !== last) return { rows: own > last ? "all" : "none" };
  return { rows: "some", id: cursor.id, at: Number(at) };
}

/** The position of the first row after a cursor, among rows that the settings keep in an order of their own. */
export function firstBehind(names: readonly string[], behind: BehindCursor): number {
  if (behind.rows !== "some") return behind.rows === "all" ? 0 : names.length;
  return positionBehind(names, behind);
}
