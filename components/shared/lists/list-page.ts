/** A page of a list in an address. Empty texts stand for the first page. */
export interface PageAddress {
  readonly page: string;
  /** The cursor behind which the page begins. Without a cursor, the page is found by its number. */
  readonly after: string;
}

export const FIRST_PAGE: PageAddress = { page: "", after: "" };

/** A page as the API takes it: by its cursor, which holds while rows before it come and go, or by its number. */
export function askedPage(number: number, after: string): { readonly page: number } | { readonly after: string } {
  return number > 1 && after !== "" ? { after } : { page: number };
}

/** The address of a page. `cursorOf`: the cursor with which a page begins; undefined: not known. */
export function pageAddress(number: number, cursorOf: (number: number) => string | undefined): PageAddress {
  return number <= 1 ? FIRST_PAGE : { page: String(number), after: cursorOf(number) ?? "" };
}

/**
 * A page of a list whose rows are all in the browser, as the gateway would answer it. The cursor of a page is the
 * position and the id of the last row before it. If that row is gone, the page begins at its position.
 */
export function pageOfRows<Row extends { readonly id: string }>(
  all: readonly Row[],
  asked: ReturnType<typeof askedPage>,
  size: number,
): { readonly data: readonly Row[]; readonly total: number; readonly next: string | null } {
  const from = "after" in asked ? positionBehind(all, asked.after) : (asked.page - 1) * size;
  const data = all.slice(from, from + size);
  const last = data.at(-1);
  return { data, total: all.length, next: last && from + size < all.length ? `${from + size - 1} ${last.id}` : null };
}

function positionBehind(all: readonly { readonly id: string }[], cursor: string): number {
  const [, at, id] = /^(\d{1,9}) (.*)$/s.exec(cursor) ?? [];
  const found = all.findIndex((row) => row.id === id);
  return found === -1 ? Number(at ?? 0) : found + 1;
}
