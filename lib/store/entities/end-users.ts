import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { customerRecord, type EndUserRow } from "@/lib/wire/customer";
import type { Database } from "../database";
import { isUniqueViolation, orUnavailable } from "../failures";
import type { EndUser, Prisma } from "@/lib/store/generated/client";
import { inOrder, listIds, type ListQuery } from "../listing";
import { changeRow } from "../row-change";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

/** One end user. @throws GatewayError directory_unavailable */
export async function findEndUser(database: Database, id: string): Promise<EndUserRow | undefined> {
  return (await orUnavailable(database.prisma.endUser.findUnique({ where: { id } }))) ?? undefined;
}

/** One page of the end users. @throws GatewayError directory_unavailable */
export async function listEndUsers(
  database: Database,
  query: ListQuery,
): Promise<{ rows: EndUserRow[]; total: number }> {
  const { ids, total } = await orUnavailable(listIds(database, "end_user", query));
  const rows = await orUnavailable(database.prisma.endUser.findMany({ where: { id: { in: ids } } }));
  return { rows: inOrder(ids, rows), total };
}

/** Creates an end user. @throws GatewayError already_exists */
export async function createEndUser(
  services: Writer,
  actor: string,
  columns: Prisma.EndUserCreateInput,
): Promise<EndUserRow> {
  try {
    const { result } = await write(
      services,
      (row: EndUser) => ({
        actor,
        action: "customer.create",
        entityType: "end_user",
        entityId: row.id,
        after: customerRecord(row),
      }),
      [{ entity: "end_user", id: columns.id }],
      (transaction) => transaction.endUser.create({ data: columns }),
    );
    return result;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new GatewayError("already_exists", "There is already a customer with this user_id.", { param: "user_id" });
  }
}

/** Changes columns of an end user. @throws GatewayError not_found */
export async function changeEndUser(
  services: Writer,
  { actor, id, columns }: { actor: string; id: string; columns: Prisma.EndUserUpdateInput },
): Promise<{ row: EndUserRow; nodes: Receipt[] }> {
  return changeRow(
    services,
    {
      actor,
      action: "customer.update",
      entityType: "end_user",
      record: customerRecord,
      changes: () => [{ entity: "end_user", id }],
    },
    async (transaction) => {
      await lockAll(transaction, "end_users", [id], "change", { what: "customer", param: "user_id" });
      const before = await transaction.endUser.findUniqueOrThrow({ where: { id } });
      return { before, after: await transaction.endUser.update({ where: { id }, data: columns }) };
    },
  );
}

interface BlockedRow {
  readonly before: EndUser | undefined;
  readonly after: EndUser;
}

/**
 * Blocks or unblocks end users, all of them or none. End users call without having a row, so blocking one that has
 * none makes it; unblocking one that has none is a mistake.
 * @throws GatewayError not_found
 */
export async function setEndUsersBlocked(
  services: Writer,
  { actor, ids, blocked }: { actor: string; ids: readonly string[]; blocked: boolean },
): Promise<{ rows: EndUserRow[]; nodes: Receipt[] }> {
  const action = blocked ? "customer.block" : "customer.unblock";
  const { result, nodes } = await write(
    services,
    (rows: BlockedRow[]) =>
      rows.map(({ before, after }) => ({
        actor,
        action,
        entityType: "end_user",
        entityId: after.id,
        before: before && customerRecord(before),
        after: customerRecord(after),
      })),
    ids.map((id) => ({ entity: "end_user" as const, id })),
    async (transaction) => {
      const where = { id: { in: [...ids] } };
      const created = blocked
        ? await transaction.endUser.createManyAndReturn({
            data: [...ids].sort().map((id) => ({ id })),
            skipDuplicates: true,
          })
        : [];
      await lockAll(transaction, "end_users", ids, "change", { what: "customer", param: "user_ids" });
      const isNew = new Set(created.map(({ id }) => id));
      const before = new Map((await transaction.endUser.findMany({ where })).map((row) => [row.id, row]));
      await transaction.endUser.updateMany({ where, data: { blocked } });
      const after = inOrder(ids, await transaction.endUser.findMany({ where }));
      return after.map((row) => ({ before: isNew.has(row.id) ? undefined : before.get(row.id), after: row }));
    },
  );
  return { rows: result.map(({ after }) => after), nodes };
}

/** Deletes end users, all of them or none. What they have spent stays on record. @throws GatewayError not_found */
export async function deleteEndUsers(services: Writer, actor: string, ids: readonly string[]): Promise<Receipt[]> {
  const { nodes } = await write(
    services,
    (rows: EndUser[]) =>
      rows.map((row) => ({
        actor,
        action: "customer.delete",
        entityType: "end_user",
        entityId: row.id,
        before: customerRecord(row),
      })),
    ids.map((id) => ({ entity: "end_user" as const, id })),
    async (transaction) => {
      const where = { id: { in: [...ids] } };
      await lockAll(transaction, "end_users", ids, "delete", { what: "customer", param: "user_ids" });
      const rows = await transaction.endUser.findMany({ where });
      await transaction.endUser.deleteMany({ where });
      return rows;
    },
  );
  return nodes;
}
