import { randomUUID } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { userRecord, type UserRow } from "@/lib/wire/user";
import type { Database } from "./database";
import { isEntityId } from "@/lib/entity-id";
import { isUniqueViolation, orUnavailable } from "./failures";
import type { Prisma, User } from "./generated/client";
import { inOrder, listIds, type ListQuery } from "./listing";
import { commit, write, type AuditEntry } from "./write";

type WriteServices = Pick<Services, "database" | "changes">;

const WITH_TEAMS = { memberships: { select: { teamId: true }, orderBy: { teamId: "asc" } } } satisfies Prisma.UserInclude;

export interface NewUser {
  readonly id?: string;
  readonly columns: Omit<Prisma.UserCreateInput, "id" | "memberships">;
  readonly teams: readonly string[];
}

/** One user. @throws GatewayError directory_unavailable */
export async function findUser(database: Database, id: string): Promise<UserRow | undefined> {
  return (await orUnavailable(database.prisma.user.findUnique({ where: { id }, include: WITH_TEAMS }))) ?? undefined;
}

/** One page of the users. @throws GatewayError directory_unavailable */
export async function listUsers(database: Database, query: ListQuery): Promise<{ rows: UserRow[]; total: number }> {
  const { ids, total } = await orUnavailable(listIds(database, "user", query));
  const rows = await orUnavailable(database.prisma.user.findMany({ where: { id: { in: ids } }, include: WITH_TEAMS }));
  return { rows: inOrder(ids, rows), total };
}

/**
 * Creates a user, as a member of teams that exist. Without an id one is generated.
 * @throws GatewayError already_exists, not_found for a team
 */
export async function createUser(services: WriteServices, actor: string, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  try {
    const { result } = await write(
      services,
      (row: UserRow) => created(actor, row),
      [{ entity: "user", id }],
      async (transaction) => {
        const known = await transaction.team.count({ where: { id: { in: [...user.teams] } } });
        if (known < user.teams.length) throw new GatewayError("not_found", "Not every team of this user exists; create the teams first.", { param: "teams" });
        const memberships = { create: user.teams.map((teamId) => ({ teamId })) };
        return transaction.user.create({ data: { ...user.columns, id, memberships }, include: WITH_TEAMS });
      },
    );
    return result;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new GatewayError("already_exists", "There is already a user with this user_id; choose another or leave it out.", { param: "user_id" });
  }
}

/**
 * Creates the user that a token names, unless it exists: safe when many requests do so at once. Does not wait for
 * other nodes, for this stands on the request path.
 * @throws GatewayError invalid_token when the claim cannot be a user id, directory_unavailable
 */
export async function createUserIfAbsent(
  services: WriteServices,
  user: { readonly id: string; readonly email: string | undefined },
  actor: string,
): Promise<void> {
  if (!isEntityId(user.id)) throw new GatewayError("invalid_token", "The token's user id is empty, too long or holds control characters.");
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

/** The audit events of users that came to be on the way to something else. */
export function recordCreatedUsers(actor: string, rows: readonly User[]): AuditEntry[] {
  return rows.map((row) => created(actor, { ...row, memberships: [] }));
}

function created(actor: string, row: UserRow): AuditEntry {
  return { actor, action: "user.create", entityType: "user", entityId: row.id, after: userRecord(row) };
}
