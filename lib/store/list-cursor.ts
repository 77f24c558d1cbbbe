import { z } from "zod";

/** Where a page of a list ended: what its last row is sorted by, and the id of that row. */
export interface ListCursor {
  /** Milliseconds since the epoch, exact dollars or a string; null: the row has none, and such rows come last. */
  readonly value: number | string | null;
  readonly id: string;
}

/** What a list is sorted by. */
export type CursorKind = "time" | "amount" | "text" | "number";

// PostgreSQL refuses NUL in a text.
const text = z
  .string()
  .max(1_024)
  .regex(/^[^\0]*$/);
const VALUES: Readonly<Record<CursorKind, z.ZodType<number | string | null>>> = {
  time: z.number().int().min(-62_135_596_800_000).max(253_402_300_799_999).nullable(),
  amount: z.string().regex(/^-?\d{1,20}(\.\d{1,9})?$/),
  text,
  number: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
};

/**
 * The cursor as the text that callers send back. `order` names the list's order. It is not signed: a changed cursor
 * only begins the page elsewhere.
 */
export function encodeListCursor(order: string, { value, id }: ListCursor): string {
  return Buffer.from(JSON.stringify([order, value, id])).toString("base64url");
}

/** What a cursor says; undefined: the text is not a cursor of a list in this order. */
export function decodeListCursor(order: string, kind: CursorKind, encoded: string): ListCursor | undefined {
  try {
    const shape = z.tuple([z.literal(order), VALUES[kind], text]);
    const [, value, id] = shape.parse(JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")));
    return { value, id };
  } catch {
    return undefined;
  }
}

/**
 * Cuts a page from rows that may have one row too many, which shows that there is another page. `next`: the cursor
 * after which that page begins.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => ListCursor,
): { readonly rows: Row[]; readonly next: ListCursor | undefined } {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { rows: shown, next: last && cursorOf(last) };
}

/**
 * The position after a row of a list that has an order of its own. `at`: where the row was; if it is gone, the next row
 * has its position.
 */
export function positionBehind(
  ids: readonly string[],
  { id, at }: { readonly id: string; readonly at: number },
): number {
  const found = ids.indexOf(id);
  return found === -1 ? Math.min(at, ids.length) : found + 1;
}
