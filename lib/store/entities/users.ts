import { randomUUID } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { userRecord, type UserRow } from "@/lib/wire/user";
import type { Database } from "../database";
import type { MadeUsers } from "@/lib/config/rights-schema";
import { isReadableId } from "@/lib/entity-id";
import { unreadableClaim } from "./unreadable-claim";
import { orAlreadyExists, orUnavailable } from "../failures";
import { Prisma, type User } from "@/lib/store/generated/client";
import { inOrder, type Listed, listIds, type ListQuery } from "../listing";
import { deleteKeysOf, keyChanges, recordDeletedKeys, type StoredKey } from "./key-rows";
import { changeRow, requireDeletable, type Deletion } from "../row-change";
import type { IfMatch } from "../row-version";
import { lockAll, lockRows } from "../row-locks";
import { auditEntry, type Audited, type AuditEntry } from "../audit-entry";
import { write, writeUnacknowledged, type Transaction, type Writer } from "../write";
import { madeUserColumns } from "./made-columns";

const WITH_TEAMS = {
  memberships: { select: { teamId: true }, orderBy: { teamId: "asc" } },
} satisfies Prisma.UserInclude;

const AUDITED: Audited<UserRow> = { entityType: "user", record: userRecord };

export interface NewUser {
  readonly id?: string;
  readonly columns: Omit<Prisma.UserCreateInput, "id" | "memberships">;
  readonly teams: readonly string[];
}

/** One user. @throws GatewayError directory_unavailable */
export async function findUser(database: Database, id: string): Promise<UserRow | undefined> {
  return (await orUnavailable(database.prisma.user.findUnique({ where: { id }, include: WITH_TEAMS }))) ?? undefined;
}

/** The users to list; an absent field allows any. */
export interface UserFilter {
  readonly email?: string;
  /** Only members of this team. */
  readonly teamId?: string;
}

/** One page of the users. @throws GatewayError directory_unavailable */
export async function listUsers(
  database: Database,
  query: ListQuery,
  { email, teamId }: UserFilter,
): Promise<Listed<UserRow>> {
  const conditions = [
    ...(email === undefined ? [] : [Prisma.sql`row.email = ${email}`]),
    ...(teamId === undefined
      ? []
      : [Prisma.sql`EXISTS (SELECT 1 FROM memberships WHERE user_id = row.id AND team_id = ${teamId})`]),
  ];
  const { rows: ids, ...page } = await orUnavailable(listIds(database, "user", query, conditions));
  const rows = await orUnavailable(database.prisma.user.findMany({ where: { id: { in: ids } }, include: WITH_TEAMS }));
  return { ...page, rows: inOrder(ids, rows) };
}

/**
 * Creates a user, as a member of teams that exist. Without an id one is generated.
 * @throws GatewayError already_exists, not_found for a team
 */
export async function createUser(services: Writer, actor: string, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  const written = write(services, async (transaction) => {
    await lockAll(transaction, "team", user.teams, "refer", "teams");
    const memberships = { create: user.teams.map((teamId) => ({ teamId })) };
    const row = await transaction.user.create({ data: { ...user.columns, id, memberships }, include: WITH_TEAMS });
    return { result: row, audit: [created(actor, row)], changes: [{ entity: "user", id }] };
  });
  const message = "There is already a user with this user_id; choose another or leave it out.";
  return (await orAlreadyExists(written, message, "user_id")).result;
}

/**
 * Creates the user that a token names unless it exists; many requests may do so at once. It is on the request path, so
 * it does not wait for other nodes.
 * @throws GatewayError invalid_token when the claim cannot be the id of a new user, directory_unavailable
 */
export async function createUserIfAbsent(
  services: Writer,
  user: { readonly id: string; readonly email: string | undefined },
  actor: string,
  defaults: MadeUsers = {},
): Promise<void> {
  if (!isReadableId(user.id)) throw unreadableClaim("user");
  const email = user.email !== undefined && isReadableId(user.email) ? user.email : undefined;
  await writeUnacknowledged(services, async (transaction) => {
    const rows = await transaction.user.createManyAndReturn({
      data: [{ id: user.id, email, ...madeUserColumns(defaults) }],
      skipDuplicates: true,
    });
    return {
      result: undefined,
      audit: recordCreatedUsers(actor, rows),
      changes: rows.map(({ id }) => ({ entity: "user", id })),
    };
  });
}

/** Changes columns of a user. @throws GatewayError not_found, changed_meanwhile */
export async function changeUser(
  services: Writer,
  change: {
    actor: string;
    action: "user.update" | "user.block" | "user.unblock";
    id: string;
    columns: Prisma.UserUpdateInput;
    ifMatch?: IfMatch;
  },
): Promise<{ row: UserRow; nodes: Receipt[] }> {
  const { actor, action, id, columns, ifMatch } = change;
  return changeRow<UserRow>(
    services,
    { actor, action, audited: AUDITED, ifMatch, changes: () => [{ entity: "user", id }] },
    async (transaction) => {
      await lockAll(transaction, "user", [id], "change", "user_id");
      const before = await transaction.user.findUniqueOrThrow({ where: { id }, include: WITH_TEAMS });
      return { before, after: await transaction.user.update({ where: { id }, data: columns, include: WITH_TEAMS }) };
    },
  );
}

/**
 * Deletes users and their memberships, all of them or none; with `cascade` their keys too. Their spend stays on record.
 * @throws GatewayError not_found, in_use while they have keys, changed_meanwhile
 */
export async function deleteUsers(
  services: Writer,
  actor: string,
  { ids, cascade, ifMatch }: Deletion,
): Promise<{ keys: readonly StoredKey[]; nodes: Receipt[] }> {
  const { result, nodes } = await write(services, async (transaction) => {
    await lockAll(transaction, "user", ids, "delete", "user_ids");
    const rows = await transaction.user.findMany({ where: { id: { in: [...ids] } }, include: WITH_TEAMS });
    requireDeletable(ifMatch, AUDITED, rows);
    const keys = await deleteKeysOf(transaction, { type: "user", ids, cascade });
    await transaction.user.deleteMany({ where: { id: { in: [...ids] } } });
    const deleted = rows.map((before) => auditEntry(AUDITED, { actor, action: "user.delete", before }));
    return {
      result: keys,
      audit: [...deleted, ...recordDeletedKeys(actor, keys)],
      changes: [...ids.map((id) => ({ entity: "user" as const, id })), ...keyChanges(keys)],
    };
  });
  return { keys: result, nodes };
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
  return rows.map((row) => created(actor, { ...row, memberships: [] }));
}

function created(actor: string, after: UserRow): AuditEntry {
  return auditEntry(AUDITED, { actor, action: "user.create", after });
}
