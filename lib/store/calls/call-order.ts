import { z } from "zod";
import type { CallFilter } from "@/lib/calls/filter";
import type { CALL_SORTS } from "@/lib/wire/spend";

export type CallSort = (typeof CALL_SORTS)[number];

/** How a list of calls is sorted. Calls with the same value are in the order of their start, then of their ids. */
export interface CallOrder {
  readonly sort: CallSort;
  readonly order: "asc" | "desc";
}

/** The part of a page's last call that the order depends on. */
export interface CallCursor {
  /** The value of the column that the list is sorted by: milliseconds since the epoch, a count, or exact dollars. */
  readonly value: number | string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly callId: string;
}

const count = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);
const instant = z.number().int().min(-62_135_596_800_000).max(253_402_300_799_999);
const VALUES: Readonly<Record<CallSort, z.ZodType<number | string>>> = {
  started_at: instant,
  spend: z.string().regex(/^-?\d{1,11}(\.\d{1,9})?$/),
  total_tokens: count,
  duration_ms: count,
};
// PostgreSQL refuses NUL in a text.
const callId = z
  .string()
  .max(512)
  .regex(/^[^\0]*$/);
const ORDERS = ["asc", "desc"] as const;

/** The cursor of the next page. It is not signed: a changed cursor only begins the page elsewhere. */
export function encodeCursor({ sort, order }: CallOrder, { value, startedAt, callId }: CallCursor): string {
  return Buffer.from(JSON.stringify([sort, order, value, startedAt, callId])).toString("base64url");
}

/** What a cursor says; undefined: the text is not a cursor of a list in this order. */
export function decodeCursor({ sort, order }: CallOrder, text: string): CallCursor | undefined {
  try {
    const shape = z.tuple([z.literal(sort), z.enum(ORDERS), VALUES[sort], instant, callId]);
    const [, itsOrder, value, startedAt, id] = shape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return itsOrder === order ? { value, startedAt, callId: id } : undefined;
  } catch {
    return undefined;
  }
}

/** The SQL types of the columns, for values that are compared with them. */
const TYPES: Readonly<Record<CallSort, string>> = {
  started_at: "timestamptz",
  spend: "numeric",
  total_tokens: "int",
  duration_ms: "int",
};

/** The columns that calls are sorted by, in SQL. */
export interface OrderColumns {
  readonly names: readonly string[];
  readonly types: readonly string[];
}

/**
 * The columns of an order. `isNarrowed`: filters other than a period select some of the calls. The column is then
 * wrapped in an expression that the index of amounts does not have: PostgreSQL would otherwise walk that index through
 * all calls in search of the few.
 */
export function orderColumns({ sort }: CallOrder, isNarrowed: boolean): OrderColumns {
  if (sort === "started_at") return { names: ["started_at", "call_id"], types: [TYPES.started_at, "text"] };
  return {
    names: [isNarrowed ? `(${sort} + 0)` : sort, "started_at", "call_id"],
    types: [TYPES[sort], TYPES.started_at, "text"],
  };
}

/** The values that belong to `orderColumns`. */
export function orderValues({ sort }: CallOrder, { value, startedAt, callId }: CallCursor): unknown[] {
  const start = new Date(startedAt);
  return sort === "started_at" ? [start, callId] : [value, start, callId];
}

/** The `ORDER BY` clause of an order. */
export function orderBy({ names }: OrderColumns, order: CallOrder["order"]): string {
  return `ORDER BY ${names.map((name) => `${name} ${order === "asc" ? "ASC" : "DESC"}`).join(", ")}`;
}

/** The reverse order. */
export function reversed(order: CallOrder["order"]): CallOrder["order"] {
  return order === "asc" ? "desc" : "asc";
}

/** Whether filters select by anything but a period. */
export function isNarrowed(filters: readonly CallFilter[]): boolean {
  return filters.some((filter) =>
    Object.entries(filter).some(([name, value]) => value !== undefined && name !== "from" && name !== "until"),
  );
}
