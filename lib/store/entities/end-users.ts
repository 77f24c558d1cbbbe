import type { z } from "zod";
import type { endUserContracts } from "@/lib/wire/contracts/end-users";
import { MANAGED_KINDS } from "@/lib/entity-type";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { EndUser as EndUserRecord } from "@/lib/wire/end-user";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import type { Prisma } from "@/lib/store/generated/client";
import { auditEntry } from "../audit-entry";
import { inOrder, type Listed } from "../listing";
import { lockAll } from "../row-locks";
import { listEndUserIds, type EndUserQuery } from "./end-user-list";
import { entityRows } from "./entity-rows";
import {
  limitColumns,
  limitsOf,
  type LimitColumns,
  metadataColumn,
  permissionColumn,
  permissionOf,
  type PermissionColumn,
} from "./limit-columns";
import { write, type Writer } from "../write";

export interface EndUserRow extends PermissionColumn, LimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly blocked: boolean;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An end user whom only calls name, without the spend. Nothing limits or blocks them. */
export function unrecordedEndUser(id: string): Omit<EndUserRecord, "spend"> {
  return {
    user_id: id,
    alias: null,
    blocked: false,
    object_permission: null,
    ...NO_LIMITS,
    metadata: {},
    created_at: null,
    updated_at: null,
  };
}

const NO_LIMITS = limitsOf({
  maxBudget: null,
  softBudget: null,
  budgetDuration: null,
  tpmLimit: null,
  rpmLimit: null,
  maxParallelRequests: null,
});

/** An end user as the API and audit events show it, without the spend. */
export function endUserRecord(row: EndUserRow): Omit<EndUserRecord, "spend"> {
  return {
    user_id: row.id,
    alias: row.alias,
    blocked: row.blocked,
    ...permissionOf(row),
    ...limitsOf(row),
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The columns for inputs. An absent field keeps its column, null clears it. @throws GatewayError invalid_request */
export function endUserColumns(input: Omit<z.output<typeof endUserContracts.update.input>, "user_id">) {
  return {
    alias: input.alias,
    blocked: input.blocked,
    ...permissionColumn(input),
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

/** The rows of end users. */
export const endUserRows = entityRows<EndUserRow, Prisma.EndUserUpdateInput>(MANAGED_KINDS.end_user, {
  record: endUserRecord,
  read: (client, ids) => client.endUser.findMany({ where: { id: { in: ids } } }),
  update: (transaction, id, data) => transaction.endUser.update({ where: { id }, data }),
});

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
  data: Prisma.EndUserCreateInput,
): Promise<EndUserRow> {
  return endUserRows.create(services, actor, async (transaction) => ({
    row: await transaction.endUser.create({ data }),
  }));
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
        auditEntry(endUserRows.audited, {
          actor,
          action,
          before: isNew.has(after.id) ? undefined : before.get(after.id),
          after,
        }),
      ),
      changes: ids.map((id) => ({ entity: "end_user", id })),
    };
  });
  return { rows: result, nodes };
}
