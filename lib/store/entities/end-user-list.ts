import { Prisma } from "@/lib/store/generated/client";
import type { Database } from "../database";
import { cutPage, type ListCursor } from "../list-cursor";
import { behind, LIST_KINDS, type Listed, type ListQuery, offsetOf, cursorValue } from "../listing";

/** The keys by which end users with a record, and those that only calls name, are ordered together. */
const RECORDED = {
  created_at: Prisma.sql`row.created_at`,
  updated_at: Prisma.sql`row.updated_at`,
  spend: Prisma.sql`coalesce(total.spend, 0)`,
  alias: Prisma.sql`coalesce(row.alias, row.id)`,
};
const SEEN = {
  created_at: Prisma.sql`NULL::timestamptz`,
  updated_at: Prisma.sql`NULL::timestamptz`,
  spend: Prisma.sql`seen.spend`,
  alias: Prisma.sql`seen.entity_id`,
};
const ORDERS = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` };

export interface EndUserQuery extends ListQuery {
  /** Whether they have a record. Undefined: both with and without. */
  readonly recorded?: boolean | undefined;
}

/**
 * The ids on one page of the end users, including those that only calls name. By date, those without a record come
 * last. Each of the two sources gives no more rows than the page needs.
 */
export async function listEndUserIds({ prisma }: Database, query: EndUserQuery): Promise<Listed<string>> {
  const { search, blocked, recorded: isRecorded, sort, order, size, after } = query;
  const found = (text: Prisma.Sql): Prisma.Sql =>
    search ? Prisma.sql`strpos(lower(${text}), lower(${search})) > 0` : Prisma.sql`TRUE`;
  const recorded = Prisma.sql`${found(Prisma.sql`concat_ws(chr(10), row.id, row.alias)`)}
    AND ${isRecorded === false ? Prisma.sql`FALSE` : Prisma.sql`TRUE`}
    AND ${blocked === undefined ? Prisma.sql`TRUE` : Prisma.sql`row.blocked = ${blocked}`}`;
  // An end user without a record cannot be blocked: blocking makes one.
  const seen = Prisma.sql`seen.entity_type = 'end_user' AND ${blocked === true || isRecorded === true ? Prisma.sql`FALSE` : Prisma.sql`TRUE`}
    AND ${found(Prisma.sql`seen.entity_id`)} AND NOT EXISTS (SELECT FROM end_users WHERE end_users.id = seen.entity_id)`;
  const offset = offsetOf(query);
  const needed = offset + size + 1;
  const start = (column: Prisma.Sql, id: Prisma.Sql): Prisma.Sql => startAt(query, after, column, id);
  // Both at once, because with a search each looks at every row.
  const [rows, counted] = await Promise.all([
    prisma.$queryRaw<ListCursor[]>`
    SELECT id, ${cursorValue(sort, Prisma.sql`key`)} AS value FROM (
      (SELECT row.id, ${RECORDED[sort]} AS key FROM end_users AS row
       LEFT JOIN entity_totals AS total ON total.entity_type = 'end_user' AND total.entity_id = row.id
       WHERE ${recorded} AND ${start(RECORDED[sort], Prisma.sql`row.id`)} ORDER BY key ${ORDERS[order]}, row.id LIMIT ${needed})
      UNION ALL
      (SELECT seen.entity_id, ${SEEN[sort]} AS key FROM entity_totals AS seen
       WHERE ${seen} AND ${start(SEEN[sort], Prisma.sql`seen.entity_id`)} ORDER BY key ${ORDERS[order]}, seen.entity_id LIMIT ${needed})) AS listed
    ORDER BY key ${ORDERS[order]} NULLS LAST, id LIMIT ${size + 1} OFFSET ${offset}`,
    prisma.$queryRaw<{ total: number }[]>`
    SELECT ((SELECT count(*) FROM end_users AS row WHERE ${recorded})
      + (SELECT count(*) FROM entity_totals AS seen WHERE ${seen}))::int AS total`,
  ]);
  const { rows: shown, next } = cutPage(rows, size, (row) => row);
  return { rows: shown.map(({ id }) => id), total: counted[0]?.total ?? 0, next };
}

/** The condition that an end user comes after a cursor. Those without a date come after all that have one. */
function startAt(
  query: Pick<EndUserQuery, "sort" | "order">,
  after: ListCursor | undefined,
  column: Prisma.Sql,
  id: Prisma.Sql,
): Prisma.Sql {
  if (!after) return Prisma.sql`TRUE`;
  const isUndated = LIST_KINDS[query.sort] === "time" && column === SEEN[query.sort];
  if (after.value === null) return isUndated ? Prisma.sql`${id} > ${after.id}` : Prisma.sql`FALSE`;
  return isUndated ? Prisma.sql`TRUE` : behind(query, { column, id }, after);
}
