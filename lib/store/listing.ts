import { Prisma } from "./generated/client";
import type { Database } from "./database";

export interface Page {
  readonly page: number;
  readonly size: number;
}
export interface ListQuery extends Page {
  readonly sort: "created_at" | "spend" | "alias";
  readonly order: "asc" | "desc";
  /** Part of an id or an alias, in any case. */
  readonly search?: string;
  readonly blocked?: boolean;
}

/** The tables that are listed: `row` is the alias of the row's own table in conditions. */
const SOURCES = {
  team: Prisma.sql`teams AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'team' AND total.entity_id = row.id`,
  user: Prisma.sql`users AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'user' AND total.entity_id = row.id`,
  key: Prisma.sql`keys AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'key' AND total.entity_id = row.id`,
};
const COLUMNS = {
  created_at: Prisma.sql`row.created_at`,
  spend: Prisma.sql`coalesce(total.spend, 0)`,
  alias: Prisma.sql`coalesce(row.alias, row.id)`,
};
const ORDERS = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` };

/**
 * The ids on one page of a list, in order, and how many there are on all pages. Spend is a total of another table,
 * which is why this is SQL. `conditions` narrow the list further.
 */
export async function listIds(
  database: Database,
  entity: keyof typeof SOURCES,
  query: ListQuery,
  conditions: readonly Prisma.Sql[] = [],
): Promise<{ ids: string[]; total: number }> {
  const where = Prisma.join([Prisma.sql`TRUE`, ...commonConditions(query), ...conditions], " AND ");
  const rows = await database.prisma.$queryRaw<{ id: string }[]>`
    SELECT row.id FROM ${SOURCES[entity]} WHERE ${where}
    ORDER BY ${COLUMNS[query.sort]} ${ORDERS[query.order]}, row.id
    LIMIT ${query.size} OFFSET ${(query.page - 1) * query.size}`;
  const counted = await database.prisma.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM ${SOURCES[entity]} WHERE ${where}`;
  return { ids: rows.map((row) => row.id), total: counted[0]?.total ?? 0 };
}

function commonConditions({ search, blocked }: ListQuery): Prisma.Sql[] {
  return [
    ...(search ? [Prisma.sql`(strpos(lower(row.id), lower(${search})) > 0 OR strpos(lower(row.alias), lower(${search})) > 0)`] : []),
    ...(blocked === undefined ? [] : [Prisma.sql`row.blocked = ${blocked}`]),
  ];
}

/** Rows in the order of the ids they were asked for by; those deleted meanwhile are left out. */
export function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
