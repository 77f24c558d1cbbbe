import { randomUUID } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { userRecord, type UserRow } from "@/lib/wire/user";
import type { Database } from "../database";
import { isEntityId } from "@/lib/entity-id";
import { isUniqueViolation, orUnavailable } from "../failures";
import { Prisma, type User } from "@/lib/store/generated/client";
import { inOrder, listIds, type ListQuery } from "../listing";
import { deleteOwnedKeys, keyChanges, recordDeletedKeys, requireNoKeys, type StoredKey } from "./key-rows";
import { changeRow } from "../row-change";
import { lockAll, lockRows } from "../row-locks";
import { lockMemberships } from "./team-rows";
import { commit, write, type AuditEntry, type Transaction, type Writer } from "../write";

const WITH_TEAMS = {
  memberships: { select: { teamId: true }, orderBy: { teamId: "asc" } },
} satisfies Prisma.UserInclude;

export interface NewUser {
  readonly id?: string;
  readonly columns: Omit<Prisma.UserCreateInput, "id" | "memberships">;
  readonly teams: readonly string[];
}

/** One user. @throws GatewayError directory_unavailable */
export async function findUser(database: Database, id: string): Promise<UserRow | undefined> {
  return (await orUnavailable(database.prisma.user.findUnique({ where: { id }, include: WITH_TEAMS }))) ?? undefined;
}

/** Which users to list; undefined: any. */
export interface UserFilter {
  readonly email?: string;
  /** Members of this team. */
  readonly teamId?: string;
}

/** One page of the users. @throws GatewayError directory_unavailable */
export async function listUsers(
  database: Database,
  query: ListQuery,
  { email, teamId }: UserFilter,
): Promise<{ rows: UserRow[]; total: number }> {
  const conditions = [
    ...(email === undefined ? [] : [Prisma.sql`row.email = ${email}`]),
    ...(teamId === undefined
      ? []
      : [Prisma.sql`EXISTS (SELECT 1 FROM memberships WHERE user_id = row.id AND team_id = ${teamId})`]),
  ];
  const { ids, total } = await orUnavailable(listIds(database, "user", query, conditions));
  const rows = await orUnavailable(database.prisma.user.findMany({ where: { id: { in: ids } }, include: WITH_TEAMS }));
  return { rows: inOrder(ids, rows), total };
}

/**
 * Creates a user, as a member of teams that exist. Without an id one is generated.
 * @throws GatewayError already_exists, not_found for a team
 */
export async function createUser(services: Writer, actor: string, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  try {
    const { result } = await write(
      services,
      (row: UserRow) => created(actor, row),
      [{ entity: "user", id }],
      async (transaction) => {
        await lockAll(transaction, "teams", user.teams, "refer", { what: "team", param: "teams" });
        const memberships = { create: user.teams.map((teamId) => ({ teamId })) };
        return transaction.user.create({ data: { ...user.columns, id, memberships }, include: WITH_TEAMS });
      },
    );
    return result;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new GatewayError(
      "already_exists",
      "There is already a user with this user_id; choose another or leave it out.",
      { param: "user_id" },
    );
  }
}

/**
 * Creates the user that a token names, unless it exists: safe when many requests do so at once. Does not wait for
 * other nodes, for this stands on the request path.
 * @throws GatewayError invalid_token when the claim cannot be a user id, directory_unavailable
 */
export async function createUserIfAbsent(
  services: Writer,
  user: { readonly id: string; readonly email: string | undefined },
  actor: string,
): Promise<void> {
  if (!isEntityId(user.id))
    throw new GatewayError("invalid_token", "The token's user id is empty, too long or holds control characters.");
  const email = user.email !== undefined && isEntityId(user.email) ? user.email : undefined;
  const { changeId, changes } = await commit(
    services,
    (rows: User[]) => recordCreatedUsers(actor, rows),
    (rows: User[]) => rows.map((row) => ({ entity: "user", id: row.id })),
    (transaction) => transaction.user.createManyAndReturn({ data: [{ id: user.id, email }], skipDuplicates: true }),
  );
  // Drops what this process cached before it first yields; the other nodes hear of it by themselves.
  void services.changes.settle(changeId, changes);
}

/** Changes columns of a user. @throws GatewayError not_found */
export async function changeUser(
  services: Writer,
  change: {
    actor: string;
    action: "user.update" | "user.block" | "user.unblock";
    id: string;
    columns: Prisma.UserUpdateInput;
  },
): Promise<{ row: UserRow; nodes: Receipt[] }> {
  const { actor, action, id, columns } = change;
  return changeRow<UserRow>(
    services,
    { actor, action, entityType: "user", record: userRecord, changes: () => [{ entity: "user", id }] },
    async (transaction) => {
      await lockAll(transaction, "users", [id], "change", { what: "user", param: "user_id" });
      const before = await transaction.user.findUniqueOrThrow({ where: { id }, include: WITH_TEAMS });
      return { before, after: await transaction.user.update({ where: { id }, data: columns, include: WITH_TEAMS }) };
    },
  );
}

interface DeletedUsers {
  readonly rows: readonly UserRow[];
  readonly keys: readonly StoredKey[];
}

/**
 * Deletes users and their memberships, all of them or none; with `cascade` their keys too. What they have spent stays
 * on record.
 * @throws GatewayError not_found, in_use while they have keys
 */
export async function deleteUsers(
  services: Writer,
  actor: string,
  { ids, cascade }: { readonly ids: readonly string[]; readonly cascade: boolean },
): Promise<{ keys: readonly StoredKey[]; nodes: Receipt[] }> {
  const { result, nodes } = await write(
    services,
    ({ rows, keys }: DeletedUsers) => [
      ...rows.map((row) => ({
        actor,
        action: "user.delete",
        entityType: "user",
        entityId: row.id,
        before: userRecord(row),
      })),
      ...recordDeletedKeys(actor, keys),
    ],
    ({ keys }: DeletedUsers) => [...ids.map((id) => ({ entity: "user" as const, id })), ...keyChanges(keys)],
    async (transaction) => {
      await lockAll(transaction, "users", ids, "delete", { what: "user", param: "user_ids" });
      const rows = await transaction.user.findMany({ where: { id: { in: [...ids] } }, include: WITH_TEAMS });
      const owner = { userId: { in: [...ids] } };
      if (!cascade) await requireNoKeys(transaction, owner, { what: "users", param: "user_ids" });
      await lockMemberships(transaction, Prisma.sql`user_id = ANY(${[...ids]})`);
      const keys = await deleteOwnedKeys(transaction, owner);
      await transaction.user.deleteMany({ where: { id: { in: [...ids] } } });
      return { rows, keys };
    },
  );
  return { keys: result.keys, nodes };
}

/**
 * Makes users of the ids that are none yet, and keeps all of them from being deleted until the transaction ends.
 * Returns those it made.
 */
export async function ensureUsers(transaction: Transaction, ids: readonly string[]): Promise<User[]> {
  const data = [...ids].sort().map((id) => ({ id })); // one order for all, so that writers cannot deadlock
  const made = await transaction.user.createManyAndReturn({ data, skipDuplicates: true });
  const held = await lockRows(transaction, "users", ids, "refer");
  // One that was there for the first statement may be deleted before the second.
  return held.size === ids.length ? made : [...made, ...(await ensureUsers(transaction, ids))];
}

/** The audit events of users that came to be on the way to something else. */
export function recordCreatedUsers(actor: string, rows: readonly User[]): AuditEntry[] {
  return rows.map((row) => created(actor, { ...row, memberships: [] }));
}

function created(actor: string, row: UserRow): AuditEntry {
  return { actor, action: "user.create", entityType: "user", entityId: row.id, after: userRecord(row) };
}
