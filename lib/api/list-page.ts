import { GatewayError } from "@/lib/errors";
import {
  cutPage,
  decodeListCursor,
  encodeListCursor,
  type ListCursor,
  type CursorKind,
  positionBehind,
} from "@/lib/store/list-cursor";
import { type Listed, offsetOf, type Page } from "@/lib/store/listing";

/** How a list is sorted. `name`: no other order of the list has it. `kind`: what the rows are sorted by. */
export interface ListOrder {
  readonly name: string;
  readonly kind: CursorKind;
  /** The form of the values that rows are sorted by, and of their ids. Absent: any string. */
  readonly value?: RegExp;
  readonly id?: RegExp;
}

interface PageInput {
  readonly page?: number | undefined;
  readonly size: number;
  readonly after?: string | undefined;
}

/** The page that a request asks for. @throws GatewayError invalid_request */
export function pageOf({ page, size, after }: PageInput, { name, kind, value, id }: ListOrder): Page {
  if (after === undefined) return { page: page ?? 1, size };
  if (page !== undefined) throw refused("after and page: send one of them, because each says where the page begins");
  const cursor = decodeListCursor(name, kind, after);
  if (!cursor || id?.test(cursor.id) === false || value?.test(String(cursor.value)) === false)
    throw refused("after: must be the next of an answer in the same order");
  return { page: 1, size, after: cursor };
}

/** What an answer says about its page. */
export function pageFields(
  { page, size, after }: PageInput,
  { name }: ListOrder,
  { total, next }: Omit<Listed<unknown>, "rows">,
) {
  return { total, page: after === undefined ? (page ?? 1) : null, size, next: nextOf(name, next) };
}

/** One page of rows that have an order of their own. The cursor of a row is its position and its id. */
export function pageInOrder<Row extends { readonly id: string }>(all: readonly Row[], page: Page): Listed<Row> {
  const { after } = page;
  const ids = all.map(({ id }) => id);
  const from = after ? positionBehind(ids, { id: after.id, at: Number(after.value) }) : offsetOf(page);
  const found = all.slice(from, from + page.size + 1).map((row, at) => ({ row, at: from + at }));
  const { rows, next } = cutPage(found, page.size, ({ row, at }) => ({ value: at, id: row.id }));
  return { rows: rows.map(({ row }) => row), total: all.length, next };
}

function nextOf(order: string, cursor: ListCursor | undefined): string | null {
  return cursor ? encodeListCursor(order, cursor) : null;
}

function refused(message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param: "after" });
}
