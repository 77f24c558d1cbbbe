import { ENTITY_KINDS, type StoredEntityType } from "@/lib/entity-type";
import { Prisma } from "./generated/client";
import { spendOfEach } from "@/lib/store/spend/all-totals";
import type { Database } from "./database";
import { cutPage, type ListCursor, type CursorKind } from "./list-cursor";

export interface Page {
  /** From 1 on. Ignored if `after` is set. */
  readonly page: number;
  readonly size: number;
  /** The page begins after this cursor, so that no row is lost or repeated while others come and go. */
  readonly after?: ListCursor | undefined;
}

/** How many rows stand before a page that is found by its number. */
export function offsetOf({ page, size, after }: Page): number {
  return after ? 0 : (page - 1) * size;
}

/** One page of a list. */
export interface Listed<Row> {
  readonly rows: Row[];
  /** The number of rows on all pages. */
  readonly total: number;
  /** The cursor after which the next page begins; undefined: this was the last. */
  readonly next: ListCursor | undefined;
}

export interface ListQuery extends Page {
  readonly sort: "created_at" | "updated_at" | "spend" | "alias";
  readonly order: "asc" | "desc";
  /** Part of an id, an alias or, for users, an e-mail address; upper and lower case are alike. */
  readonly search?: string;
  readonly blocked?: boolean;
}

/** A table with the totals of its rows; `row` is the table's alias in conditions. */
function sourceOf(type: StoredEntityType): Prisma.Sql {
  const { table } = ENTITY_KINDS[type];
  return Prisma.raw(`${table} AS row LEFT JOIN ${spendOfEach(type)} AS total ON total.entity_id = row.id`);
}

/** The table alone, for conditions that do not ask for totals. */
function tableOf(type: StoredEntityType): Prisma.Sql {
  return Prisma.raw(`${ENTITY_KINDS[type].table} AS row`);
}

const COLUMNS = {
  created_at: Prisma.sql`row.created_at`,
  updated_at: Prisma.sql`row.updated_at`,
  spend: Prisma.sql`coalesce(total.spend, 0)`,
  alias: Prisma.sql`coalesce(row.alias, row.id)`,
};
const ORDERS = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` };

/** What the columns hold. */
export const LIST_KINDS = {
  created_at: "time",
  updated_at: "time",
  spend: "amount",
  alias: "text",
} as const satisfies Readonly<Record<ListQuery["sort"], CursorKind>>;

/** SQL for the value that rows are sorted by, in the form of `ListCursor`. Times of rows have milliseconds. */
export function cursorValue(sort: ListQuery["sort"], column: Prisma.Sql): Prisma.Sql {
  return LIST_KINDS[sort] === "time"
    ? Prisma.sql`(extract(epoch FROM ${column}) * 1000)::float8`
    : Prisma.sql`${column}::text`;
}

/** The condition that a row comes after a cursor. Rows with the same value are in the order of their ids. */
export function behind(
  { sort, order }: Pick<ListQuery, "sort" | "order">,
  { column, id }: { readonly column: Prisma.Sql; readonly id: Prisma.Sql },
  cursor: ListCursor,
): Prisma.Sql {
  const value =
    typeof cursor.value === "number"
      ? Prisma.sql`${new Date(cursor.value)}::timestamptz`
      : Prisma.sql`${cursor.value}::${sort === "spend" ? Prisma.sql`numeric` : Prisma.sql`text`}`;
  const [same, beyond] = order === "asc" ? [Prisma.sql`>=`, Prisma.sql`>`] : [Prisma.sql`<=`, Prisma.sql`<`];
  return Prisma.sql`(${column} ${same} ${value} AND (${column} ${beyond} ${value} OR ${id} > ${cursor.id}))`;
}

/**
 * The ids on one page of a list, in order. It is SQL because rows may be sorted by spend, which another table holds.
 * `conditions` narrow the list further.
 */
export async function listIds(
  database: Database,
  entity: StoredEntityType,
  query: ListQuery,
  conditions: readonly Prisma.Sql[] = [],
): Promise<Listed<string>> {
  const source = sourceOf(entity);
  const where = Prisma.join([Prisma.sql`TRUE`, ...commonConditions(entity, query), ...conditions], " AND ");
  const column = COLUMNS[query.sort];
  const start = query.after ? behind(query, { column, id: Prisma.sql`row.id` }, query.after) : Prisma.sql`TRUE`;
  // Both at once, because with a search each looks at every row.
  const [found, counted] = await Promise.all([
    database.prisma.$queryRaw<ListCursor[]>`
      SELECT row.id, ${cursorValue(query.sort, column)} AS value FROM ${source} WHERE ${where} AND ${start}
      ORDER BY ${column} ${ORDERS[query.order]}, row.id
      LIMIT ${query.size + 1} OFFSET ${offsetOf(query)}`,
    database.prisma.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM ${tableOf(entity)} WHERE ${where}`,
  ]);
  const { rows, next } = cutPage(found, query.size, (row) => row);
  return { rows: rows.map(({ id }) => id), total: counted[0]?.total ?? 0, next };
}

function commonConditions(entity: StoredEntityType, { search, blocked }: ListQuery): Prisma.Sql[] {
  const searched =
    entity === "user"
      ? Prisma.sql`concat_ws(chr(10), row.id, row.alias, row.email)`
      : Prisma.sql`concat_ws(chr(10), row.id, row.alias)`;
  return [
    ...(search ? [Prisma.sql`strpos(lower(${searched}), lower(${search})) > 0`] : []),
    ...(blocked === undefined ? [] : [Prisma.sql`row.blocked = ${blocked}`]),
  ];
}

/**
 * Prisma's filter for rows of which a column contains a string, in upper or lower case. Prisma hands the text to ILIKE,
 * so its wildcards are escaped.
 */
export function containing(text: string) {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } as const;
}

/** Rows in the order of their ids, without those that have been deleted meanwhile. */
export function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The cursor of a row in a list with the newest first. */
export function cursorOfNewest({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): ListCursor {
  return { value: createdAt.getTime(), id };
}

/** The condition that a row comes after a cursor in a list with the newest first. */
export function behindNewest({ value, id }: ListCursor) {
  const at = new Date(value ?? 0);
  return { createdAt: { lte: at }, OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] };
}
