import type { EntityType } from "@/lib/entity-type";
import type { Database } from "../database";
import { totalsOf } from "./all-totals";

/**
 * The all-time spend of entities of one type in dollars: the double nearest to the exact sum of their calls, 0 for an
 * id without calls. Only booked calls count: await `SpendBook.drained()` first to include the latest.
 */
export async function entitySpends(
  database: Database,
  type: EntityType,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const spends = new Map(ids.map((id) => [id, 0]));
  for (const { id, spend } of await sumTotals(database, type, ids)) spends.set(id, Number(spend));
  return spends;
}

/** The all-time calls of many entities of one type; an id without calls is missing. Only booked calls count. */
export async function entityCalls(
  database: Database,
  type: EntityType,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sumTotals(database, type, ids);
  return new Map(rows.map(({ id, calls }) => [id, Number(calls)]));
}

async function sumTotals(
  { pool }: Database,
  type: EntityType,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly spend: string; readonly calls: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ id: string; spend: string; calls: string }>(
    `SELECT entity_id AS id, sum(spend)::text AS spend, sum(calls)::text AS calls FROM ${totalsOf(type)} AS total
     WHERE entity_type = $1 AND entity_id = ANY ($2) GROUP BY entity_id`,
    [type, ids],
  );
  return rows;
}
