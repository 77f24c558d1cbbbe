import type { Receipt } from "@/lib/store/changes/change-feed";
import { customerRecord, type EndUserRow } from "@/lib/wire/customer";
import type { Database } from "../database";
import { orAlreadyExists, orUnavailable } from "../failures";
import type { Prisma } from "@/lib/store/generated/client";
import { auditEntry, type Audited } from "../audit-entry";
import { inOrder, type Listed } from "../listing";
import { changeRow, requireDeletable, type Deletion } from "../row-change";
import type { IfMatch } from "../row-version";
import { lockAll } from "../row-locks";
import { listEndUserIds, type EndUserQuery } from "./end-user-list";
import { write, type Writer } from "../write";

/** The API calls end users customers, so actions on them start with "customer". */
const AUDITED: Audited<EndUserRow> = { entityType: "end_user", record: customerRecord };

/** One end user. @throws GatewayError directory_unavailable */
export async function findEndUser(database: Database, id: string): Promise<EndUserRow | undefined> {
  return (await orUnavailable(database.prisma.endUser.findUnique({ where: { id } }))) ?? undefined;
}

/** An end user of a list: with a record, or only seen in calls. */
export type ListedEndUser = EndUserRow | { readonly id: string; readonly createdAt?: undefined };

/** One page of the end users, including those that only calls name. @throws GatewayError directory_unavailable */
export async function listEndUsers(database: Database, query: EndUserQuery): Promise<Listed<ListedEndUser>> {
  const { rows: ids, ...page } = await orUnavailable(listEndUserIds(database, query));
  const rows = await orUnavailable(database.prisma.endUser.findMany({ where: { id: { in: ids } } }));
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return { ...page, rows: ids.map((id) => recorded.get(id) ?? { id }) };
}

/** Creates an end user. @throws GatewayError already_exists */
export async function createEndUser(
  services: Writer,
  actor: string,
  columns: Prisma.EndUserCreateInput,
): Promise<EndUserRow> {
  const written = write(services, async (transaction) => {
    const row = await transaction.endUser.create({ data: columns });
    return {
      result: row,
      audit: [auditEntry(AUDITED, { actor, action: "customer.create", after: row })],
      changes: [{ entity: "end_user", id: columns.id }],
    };
  });
  const message = "There is already an end user with this user_id.";
  return (await orAlreadyExists(written, message, "user_id")).result;
}

/** Changes columns of an end user. @throws GatewayError not_found, changed_meanwhile */
export async function changeEndUser(
  services: Writer,
  { actor, id, columns, ifMatch }: { actor: string; id: string; columns: Prisma.EndUserUpdateInput; ifMatch?: IfMatch },
): Promise<{ row: EndUserRow; nodes: Receipt[] }> {
  return changeRow(
    services,
    {
      actor,
      action: "customer.update",
      audited: AUDITED,
      ifMatch,
      changes: () => [{ entity: "end_user", id }],
    },
    async (transaction) => {
      await lockAll(transaction, "end_user", [id], "change", "user_id");
      const before = await transaction.endUser.findUniqueOrThrow({ where: { id } });
      return { before, after: await transaction.endUser.update({ where: { id }, data: columns }) };
    },
  );
}

/**
 * Blocks or unblocks end users, all of them or none. End users can call without having a row, so blocking one without a
 * row creates the row; unblocking one without a row is a mistake.
 * @throws GatewayError not_found
 */
export async function setEndUsersBlocked(
  services: Writer,
  { actor, ids, blocked }: { actor: string; ids: readonly string[]; blocked: boolean },
): Promise<{ rows: EndUserRow[]; nodes: Receipt[] }> {
  const action = blocked ? "customer.block" : "customer.unblock";
  const { result, nodes } = await write(services, async (transaction) => {
    const where = { id: { in: [...ids] } };
    const data = [...ids].sort().map((id) => ({ id }));
    const created = blocked ? await transaction.endUser.createManyAndReturn({ data, skipDuplicates: true }) : [];
    await lockAll(transaction, "end_user", ids, "change", "user_ids");
    const isNew = new Set(created.map(({ id }) => id));
    const before = new Map((await transaction.endUser.findMany({ where })).map((row) => [row.id, row]));
    await transaction.endUser.updateMany({ where, data: { blocked } });
    const rows = inOrder(ids, await transaction.endUser.findMany({ where }));
    return {
      result: rows,
      audit: rows.map((after) =>
        auditEntry(AUDITED, { actor, action, before: isNew.has(after.id) ? undefined : before.get(after.id), after }),
      ),
      changes: ids.map((id) => ({ entity: "end_user", id })),
    };
  });
  return { rows: result, nodes };
}

/**
 * Deletes end users, all of them or none. Their spend stays on record.
 * @throws GatewayError not_found, changed_meanwhile
 */
export async function deleteEndUsers(
  services: Writer,
  actor: string,
  { ids, ifMatch }: Omit<Deletion, "cascade">,
): Promise<Receipt[]> {
  const { nodes } = await write(services, async (transaction) => {
    const where = { id: { in: [...ids] } };
    await lockAll(transaction, "end_user", ids, "delete", "user_ids");
    const rows = await transaction.endUser.findMany({ where });
    requireDeletable(ifMatch, AUDITED, rows);
    await transaction.endUser.deleteMany({ where });
    return {
      result: undefined,
      audit: rows.map((before) => auditEntry(AUDITED, { actor, action: "customer.delete", before })),
      changes: ids.map((id) => ({ entity: "end_user", id })),
    };
  });
  return nodes;
}
