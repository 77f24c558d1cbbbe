import { createHash, randomBytes } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Receipt, Services } from "@/lib/gateway/services";
import { keyRecord, type KeyRow } from "@/lib/wire/key";
import type { Database } from "./database";
import { isUniqueViolation, orUnavailable } from "./failures";
import { Prisma, type Key } from "./generated/client";
import { inOrder, listIds, type ListQuery } from "./listing";
import { write, type Transaction } from "./write";

type WriteServices = Pick<Services, "database" | "changes">;

interface KeyChange {
  readonly before: Key;
  readonly after: Key;
}

/** Whose keys to list; undefined: of any. */
export interface KeyFilter {
  readonly userId?: string;
  readonly teamId?: string;
  /** A key must be one of these, where given. */
  readonly owner?: { readonly userId: string } | { readonly teamId: string } | { readonly keyId: string };
}

/** What a key is looked up by: its SHA-256, in hex. The secret itself is kept nowhere. */
export function keyHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** One key, by its secret (`sk-...`) or its token_id. @throws GatewayError directory_unavailable */
export async function findKey(database: Database, secretOrId: string): Promise<KeyRow | undefined> {
  return (await orUnavailable(database.prisma.key.findUnique({ where: keyReference(secretOrId) }))) ?? undefined;
}

/** One page of the keys. @throws GatewayError directory_unavailable */
export async function listKeys(database: Database, query: ListQuery, filter: KeyFilter): Promise<{ rows: KeyRow[]; total: number }> {
  const { ids, total } = await orUnavailable(listIds(database, "key", query, filterConditions(filter)));
  const rows = await orUnavailable(database.prisma.key.findMany({ where: { id: { in: ids } } }));
  return { rows: inOrder(ids, rows), total };
}

/**
 * Generates a key of 256 random bits. Returns the secret, which is not kept.
 * @throws GatewayError already_exists for the alias, not_found for the team or user it is meant for
 */
export async function generateKey(
  services: WriteServices,
  actor: string,
  columns: Omit<Prisma.KeyCreateInput, "id" | "hash" | "name">,
): Promise<{ secret: string; row: KeyRow }> {
  const secret = `sk-${randomBytes(32).toString("base64url")}`;
  const hash = keyHash(secret);
  const identity = { id: `key_${randomBytes(12).toString("hex")}`, hash, name: `sk-...${secret.slice(-4)}` };
  try {
    const { result } = await write(
      services,
      (row: Key) => ({ actor, action: "key.create", entityType: "key", entityId: row.id, after: keyRecord(row) }),
      [{ entity: "key", id: hash }],
      async (transaction) => {
        await requireOwners(transaction, columns);
        return transaction.key.create({ data: { ...columns, ...identity } });
      },
    );
    return { secret, row: result };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new GatewayError("already_exists", "There is already a key with this key_alias; choose another or leave it out.", { param: "key_alias" });
  }
}

/** Blocks or unblocks a key that exists. @throws GatewayError not_found when it was deleted meanwhile */
export async function setKeyBlocked(
  services: WriteServices,
  change: { actor: string; id: string; blocked: boolean },
): Promise<{ row: KeyRow; nodes: Receipt[] }> {
  const { result, nodes } = await write(
    services,
    ({ before, after }: KeyChange) => ({
      actor: change.actor,
      action: change.blocked ? "key.block" : "key.unblock",
      entityType: "key",
      entityId: change.id,
      before: keyRecord(before),
      after: keyRecord(after),
    }),
    ({ after }: KeyChange) => [{ entity: "key", id: after.hash }],
    async (transaction) => {
      await transaction.$queryRaw`SELECT id FROM keys WHERE id = ${change.id} FOR UPDATE`;
      const before = await transaction.key.findUnique({ where: { id: change.id } });
      if (!before) throw new GatewayError("not_found", "There is no such key.", { param: "key" });
      return { before, after: await transaction.key.update({ where: { id: change.id }, data: { blocked: change.blocked } }) };
    },
  );
  return { row: result.after, nodes };
}

/** Deletes keys, all of them or none. @throws GatewayError not_found when one was deleted meanwhile */
export async function deleteKeys(services: WriteServices, actor: string, ids: readonly string[]): Promise<Receipt[]> {
  const { nodes } = await write(
    services,
    (rows: Key[]) => rows.map((row) => ({ actor, action: "key.delete", entityType: "key", entityId: row.id, before: keyRecord(row) })),
    (rows: Key[]) => rows.map((row) => ({ entity: "key", id: row.hash })),
    async (transaction) => {
      const where = { id: { in: [...ids] } };
      await transaction.$queryRaw`SELECT id FROM keys WHERE id = ANY(${[...ids]}) ORDER BY id FOR UPDATE`;
      const rows = await transaction.key.findMany({ where });
      if (rows.length < ids.length) throw new GatewayError("not_found", "Not every one of these keys exists; none was deleted.", { param: "keys" });
      await transaction.key.deleteMany({ where });
      return rows;
    },
  );
  return nodes;
}

function keyReference(secretOrId: string): { hash: string } | { id: string } {
  return secretOrId.startsWith("sk-") ? { hash: keyHash(secretOrId) } : { id: secretOrId };
}

function filterConditions({ userId, teamId, owner }: KeyFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (userId !== undefined) conditions.push(Prisma.sql`row.user_id = ${userId}`);
  if (teamId !== undefined) conditions.push(Prisma.sql`row.team_id = ${teamId}`);
  if (owner && "userId" in owner) conditions.push(Prisma.sql`row.user_id = ${owner.userId}`);
  if (owner && "teamId" in owner) conditions.push(Prisma.sql`row.team_id = ${owner.teamId}`);
  if (owner && "keyId" in owner) conditions.push(Prisma.sql`row.id = ${owner.keyId}`);
  return conditions;
}

async function requireOwners(transaction: Transaction, { teamId, userId }: { teamId?: string | null; userId?: string | null }): Promise<void> {
  if (typeof teamId === "string" && !(await transaction.team.findUnique({ where: { id: teamId }, select: { id: true } }))) {
    throw new GatewayError("not_found", "There is no team with this team_id; create it first, or leave it out.", { param: "team_id" });
  }
  if (typeof userId === "string" && !(await transaction.user.findUnique({ where: { id: userId }, select: { id: true } }))) {
    throw new GatewayError("not_found", "There is no user with this user_id; create it first, or leave it out.", { param: "user_id" });
  }
}
