import type { EntityType } from "@/lib/entity-type";
import type { Database } from "../database";

/**
 * The all-time spend of an entity in dollars: the double nearest to the exact sum of its calls, 0 for an id without
 * calls. Only booked calls count: await `SpendBook.drained()` first to include the latest.
 */
export async function entitySpend(database: Database, type: EntityType, id: string): Promise<number> {
  return (await entitySpends(database, type, [id])).get(id) ?? 0;
}

/** The same for many ids of one type in one query; the map holds every id asked for. */
export async function entitySpends(
  database: Database,
  type: EntityType,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const spends = new Map(ids.map((id) => [id, 0]));
  if (spends.size === 0) return spends;
  const rows = await database.prisma.entityTotal.findMany({
    where: { entityType: type, entityId: { in: [...spends.keys()] } },
    select: { entityId: true, spend: true },
  });
  for (const row of rows) spends.set(row.entityId, Number(row.spend.toFixed()));
  return spends;
}

/** The all-time calls of many entities of one type; an id without calls is missing. Only booked calls count. */
export async function entityCalls(
  database: Database,
  type: EntityType,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database.prisma.entityTotal.findMany({
    where: { entityType: type, entityId: { in: [...ids] } },
    select: { entityId: true, calls: true },
  });
  return new Map(rows.map(({ entityId, calls }) => [entityId, Number(calls)]));
}
