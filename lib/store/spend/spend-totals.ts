import type { EntityType } from "@/lib/entity-type";
import type { Database } from "../database";

/**
 * What an entity has spent in all, in dollars: the double nearest to the exact sum of its calls. An id that has no
 * calls, known or not, has spent 0. Only booked calls count: await `SpendBook.drained()` first to see the latest.
 */
export async function entitySpend(database: Database, type: EntityType, id: string): Promise<number> {
  return (await entitySpends(database, type, [id])).get(id) ?? 0;
}

/** The same for many ids of one type in a single query; every id asked for is in the map. */
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
