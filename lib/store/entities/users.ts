import type { z } from "zod";
import type { userContracts } from "@/lib/wire/contracts/users";
import { randomUUID } from "node:crypto";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import type { User as UserRecord } from "@/lib/wire/user";
import type { Database } from "../database";
import type { MadeUsers } from "@/lib/config/rights-schema";
import { isReadableId } from "@/lib/entity-id";
import { Prisma, type User } from "@/lib/store/generated/client";
import type { Listed, ListQuery } from "../listing";
import { deleteConnections } from "../settings/tool-connections";
import { deleteKeysOf } from "./key-rows";
import { entityRows } from "./entity-rows";
import {
  limitColumns,
  limitsOf,
  type LimitColumns,
  metadataColumn,
  modelsColumn,
  permissionColumn,
  permissionOf,
  type PermissionColumn,
} from "./limit-columns";
import { lockAll, lockRows } from "../row-locks";
import type { AuditEntry } from "../audit-entry";
import type { Transaction, Writer } from "../write";
import { madeUserColumns } from "./made-columns";

export interface UserRow extends PermissionColumn, LimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly email: string | null;
  readonly models: string[];
  readonly blocked: boolean;
  readonly role: string | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly memberships: readonly { teamId: string }[];
}

/** A user as the API and audit events show it, without the spend. */
export function userRecord(row: UserRow): Omit<UserRecord, "spend"> {
  return {
    user_id: row.id,
    user_alias: row.alias,
    user_email: row.email,
    models: row.models,
    blocked: row.blocked,
    user_role: row.role,
    ...permissionOf(row),
    ...limitsOf(row),
    metadata: row.metadata,
    teams: row.memberships.map(({ teamId }) => teamId),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The columns for inputs. An absent field keeps its column, null clears it. @throws GatewayError invalid_request */
export function userColumns(input: Omit<z.output<typeof userContracts.new.input>, "user_id" | "teams">) {
  return {
    alias: input.user_alias,
    email: input.user_email,
    models: modelsColumn(input.models),
    blocked: input.blocked,
    role: input.user_role,
    ...permissionColumn(input),
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

const WITH_TEAMS = {
  memberships: { select: { teamId: true }, orderBy: { teamId: "asc" } },
} satisfies Prisma.UserInclude;

/** The rows of users. A deletion takes memberships and connections along, and with `cascade` their keys. */
export const userRows = entityRows<UserRow, Prisma.UserUpdateInput>(MANAGED_KINDS.user, {
  record: userRecord,
  read: (client, ids) => client.user.findMany({ where: { id: { in: ids } }, include: WITH_TEAMS }),
  update: (transaction, id, data) => transaction.user.update({ where: { id }, data, include: WITH_TEAMS }),
  async deleteOwned(transaction, deletion) {
    await deleteConnections(transaction, { userId: { in: [...deletion.ids] } });
    return deleteKeysOf(transaction, { type: "user", ...deletion });
  },
});

export interface NewUser {
  readonly id?: string;
  readonly columns: Omit<Prisma.UserCreateInput, "id" | "memberships">;
  readonly teams: readonly string[];
}

/** The users to list; an absent field allows any. Of a team: its members. */
export type UserFilter = Pick<z.output<typeof userContracts.list.input>, "user_email" | "team_id">;

/** One page of the users. @throws GatewayError directory_unavailable */
export async function listUsers(
  database: Database,
  query: ListQuery,
  { user_email: email, team_id: teamId }: UserFilter,
): Promise<Listed<UserRow>> {
  const conditions = [
    ...(email === undefined ? [] : [Prisma.sql`row.email = ${email}`]),
    ...(teamId === undefined
      ? []
      : [Prisma.sql`EXISTS (SELECT 1 FROM memberships WHERE user_id = row.id AND team_id = ${teamId})`]),
  ];
  return userRows.list(database, query, conditions);
}

/**
 * Creates a user, as a member of teams that exist. Without an id one is generated.
 * @throws GatewayError already_exists, not_found for a team
 */
export async function createUser(
  services: Writer,
  actor: string,
  { id = randomUUID(), columns, teams }: NewUser,
): Promise<UserRow> {
  return userRows.create(services, actor, async (transaction) => {
    await lockAll(transaction, "team", teams, "refer", "teams");
    const memberships = { create: teams.map((teamId) => ({ teamId })) };
    return { row: await transaction.user.create({ data: { ...columns, id, memberships }, include: WITH_TEAMS }) };
  });
}

/**
 * Creates the users that do not exist yet, with the columns of `defaults`, and keeps all of them from being deleted
 * until the transaction ends. Returns the users that it created.
 * @throws GatewayError invalid_request for an id that no new user may have
 */
export async function ensureUsers(
  transaction: Transaction,
  ids: readonly string[],
  defaults: MadeUsers = {},
): Promise<User[]> {
  const columns = madeUserColumns(defaults);
  const data = [...ids].sort().map((id) => ({ id, ...columns })); // every writer uses this order, so none can deadlock
  const made = await transaction.user.createManyAndReturn({ data, skipDuplicates: true });
  if (!made.every(({ id }) => isReadableId(id)))
    throw new GatewayError("invalid_request", "The id of a new user must hold no invisible characters.", {
      param: "user_id",
    });
  const held = await lockRows(transaction, "user", ids, "refer");
  // A user that existed for the first statement may be deleted before the second: try again.
  return held.size === ids.length ? made : [...made, ...(await ensureUsers(transaction, ids, defaults))];
}

/** The audit events of users that another write has created. */
export function recordCreatedUsers(actor: string, rows: readonly User[]): AuditEntry[] {
  return rows.map((row) => userRows.created(actor, { ...row, memberships: [] }));
}
