import { Prisma } from "./generated/client";
import type { Database } from "./database";

export interface Page {
  readonly page: number;
  readonly size: number;
}
export interface ListQuery extends Page {
  readonly sort: "created_at" | "updated_at" | "spend" | "alias";
  readonly order: "asc" | "desc";
  /** Part of an id, an alias or an e-mail address, in any case. */
  readonly search?: string;
  readonly blocked?: boolean;
}

/** The tables that are listed: `row` is the alias of the row's own table in conditions. */
const SOURCES = {
  team: Prisma.sql`teams AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'team' AND total.entity_id = row.id`,
  user: Prisma.sql`users AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'user' AND total.entity_id = row.id`,
  key: Prisma.sql`keys AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'key' AND total.entity_id = row.id`,
  organization: Prisma.sql`organizations AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'organization' AND total.entity_id = row.id`,
  end_user: Prisma.sql`end_users AS row LEFT JOIN entity_totals AS total ON total.entity_type = 'end_user' AND total.entity_id = row.id`,
};
type Source = keyof typeof SOURCES;
const COLUMNS = {
  created_at: Prisma.sql`row.created_at`,
  updated_at: Prisma.sql`row.updated_at`,
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
  entity: Source,
  query: ListQuery,
  conditions: readonly Prisma.Sql[] = [],
): Promise<{ ids: string[]; total: number }> {
  const where = Prisma.join([Prisma.sql`TRUE`, ...commonConditions(entity, query), ...conditions], " AND ");
  const rows = await database.prisma.$queryRaw<{ id: string }[]>`
    SELECT row.id FROM ${SOURCES[entity]} WHERE ${where}
    ORDER BY ${COLUMNS[query.sort]} ${ORDERS[query.order]}, row.id
    LIMIT ${query.size} OFFSET ${(query.page - 1) * query.size}`;
  const counted = await database.prisma.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM ${SOURCES[entity]} WHERE ${where}`;
  return { ids: rows.map((row) => row.id), total: counted[0]?.total ?? 0 };
}

function commonConditions(entity: Source, { search, blocked }: ListQuery): Prisma.Sql[] {
  const searched =
    entity === "user"
      ? Prisma.sql`concat_ws(chr(10), row.id, row.alias, row.email)`
      : Prisma.sql`concat_ws(chr(10), row.id, row.alias)`;
  return [
    ...(search ? [Prisma.sql`strpos(lower(${searched}), lower(${search})) > 0`] : []),
    ...(blocked === undefined ? [] : [Prisma.sql`row.blocked = ${blocked}`]),
  ];
}

/** Rows in the order of the ids they were asked for by; those deleted meanwhile are left out. */
export function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
