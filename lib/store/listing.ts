import { ENTITY_KINDS, type StoredEntityType } from "@/lib/entity-type";
import { Prisma } from "./generated/client";
import { spendOfEach } from "@/lib/store/spend/all-totals";
import type { Database } from "./database";

export interface Page {
  readonly page: number;
  readonly size: number;
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

const COLUMNS = {
  created_at: Prisma.sql`row.created_at`,
  updated_at: Prisma.sql`row.updated_at`,
  spend: Prisma.sql`coalesce(total.spend, 0)`,
  alias: Prisma.sql`coalesce(row.alias, row.id)`,
};
const ORDERS = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` };

/**
 * The ids on one page of a list, in order, and the number of rows on all pages. It is SQL because rows are sorted by
 * spend, which another table holds. `conditions` narrow the list further.
 */
export async function listIds(
  database: Database,
  entity: StoredEntityType,
  query: ListQuery,
  conditions: readonly Prisma.Sql[] = [],
): Promise<{ ids: string[]; total: number }> {
  const source = sourceOf(entity);
  const where = Prisma.join([Prisma.sql`TRUE`, ...commonConditions(entity, query), ...conditions], " AND ");
  const rows = await database.prisma.$queryRaw<{ id: string }[]>`
    SELECT row.id FROM ${source} WHERE ${where}
    ORDER BY ${COLUMNS[query.sort]} ${ORDERS[query.order]}, row.id
    LIMIT ${query.size} OFFSET ${(query.page - 1) * query.size}`;
  const counted = await database.prisma.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM ${source} WHERE ${where}`;
  return { ids: rows.map((row) => row.id), total: counted[0]?.total ?? 0 };
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

/** Rows in the order of their ids, without those that have been deleted meanwhile. */
export function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
