import { randomBytes } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { Database } from "../database";
import { orAlreadyExists, orUnavailable } from "../failures";
import { Prisma } from "@/lib/store/generated/client";
import { auditEntry } from "../audit-entry";
import {
  AUDITED_KEY,
  deleteKeyRows,
  holdOwners,
  keyChanges,
  recordDeletedKeys,
  WITH_SECRETS,
  type KeyOwners,
  type KeyRow,
  type StoredKey,
} from "./key-rows";
import { type KeyScope, scopeCondition } from "./key-scope";
import { isSecret, keyHash, newSecret } from "./key-secret";
import { inOrder, type Listed, listIds, type ListQuery } from "../listing";
import { changeRow, requireDeletable, type Deletion } from "../row-change";
import type { IfMatch } from "../row-version";
import { lockAll } from "../row-locks";
import { write, type Writer } from "../write";

/** The keys to list; an absent field allows any. */
export interface KeyFilter {
  readonly userId?: string;
  readonly teamId?: string;
  readonly organizationId?: string;
  /** The issuer of the token with which it was made. */
  readonly issuer?: string;
  /** Whether the key has expired by the moment `at`. */
  readonly expired?: { readonly is: boolean; readonly at: Date };
  /** A time in which the key expires, its beginning excluded. */
  readonly ends?: { readonly after: Date; readonly by: Date };
  readonly scope: KeyScope;
}

/**
 * One key, by one of its secrets (`sk-...`, retired ones included) or by its token_id.
 * @throws GatewayError directory_unavailable
 */
export async function findKey(database: Database, secretOrId: string): Promise<StoredKey | undefined> {
  const hash = isSecret(secretOrId) ? keyHash(secretOrId) : undefined;
  const where: Prisma.KeyWhereInput =
    hash === undefined ? { id: secretOrId } : { OR: [{ hash }, { retiredSecrets: { some: { hash } } }] };
  return (await orUnavailable(database.prisma.key.findFirst({ where, include: WITH_SECRETS }))) ?? undefined;
}

/** The ids of a user's keys, the newest first and at most `most`. @throws GatewayError directory_unavailable */
export async function readKeyIds({ prisma }: Database, userId: string, most: number): Promise<string[]> {
  const query = { where: { userId }, select: { id: true }, orderBy: { createdAt: "desc" }, take: most } as const;
  return (await orUnavailable(prisma.key.findMany(query))).map(({ id }) => id);
}

/** One page of the keys. @throws GatewayError directory_unavailable */
export async function listKeys(database: Database, query: ListQuery, filter: KeyFilter): Promise<Listed<KeyRow>> {
  const { rows: ids, ...page } = await orUnavailable(listIds(database, "key", query, filterConditions(filter)));
  const rows = await orUnavailable(database.prisma.key.findMany({ where: { id: { in: ids } }, include: WITH_SECRETS }));
  return { ...page, rows: inOrder(ids, rows) };
}

export interface NewKey {
  readonly owners: KeyOwners;
  /** The organisation that the maker's token names, for a key with no other. It is charged even if it has no row. */
  readonly tokenOrganizationId?: string;
  readonly columns: Omit<Prisma.KeyUncheckedCreateInput, "id" | "hash" | "name" | keyof KeyOwners>;
}

/**
 * Generates a key of 256 random bits. Returns the secret, which is not stored.
 * @throws GatewayError already_exists for the alias, not_found for the team, user or organisation that is to own it
 */
export async function generateKey(
  services: Writer,
  actor: string,
  key: NewKey,
): Promise<{ secret: string; row: KeyRow }> {
  const { secret, hash, name } = newSecret();
  const id = `key_${randomBytes(12).toString("hex")}`;
  const organizationId = key.owners.organizationId ?? key.tokenOrganizationId;
  const { result } = await uniqueAlias(
    write(services, async (transaction) => {
      await holdOwners(transaction, key.owners);
      const row = await transaction.key.create({
        data: { ...key.columns, ...key.owners, organizationId, id, hash, name },
        include: WITH_SECRETS,
      });
      return {
        result: row,
        audit: [auditEntry(AUDITED_KEY, { actor, action: "key.create", after: row })],
        changes: keyChanges([row]),
      };
    }),
  );
  return { secret, row: result };
}

/**
 * Changes columns of a key that exists.
 * @throws GatewayError not_found when the key was deleted meanwhile, or for a new owner; already_exists for the alias;
 * changed_meanwhile
 */
export async function changeKey(
  services: Writer,
  change: {
    actor: string;
    action: "key.update" | "key.block" | "key.unblock";
    id: string;
    columns: KeyOwners & Omit<Prisma.KeyUncheckedUpdateInput, keyof KeyOwners>;
    ifMatch?: IfMatch;
  },
): Promise<{ row: KeyRow; nodes: Receipt[] }> {
  const { actor, action, id, columns, ifMatch } = change;
  return uniqueAlias(
    changeRow<StoredKey>(
      services,
      { actor, action, audited: AUDITED_KEY, ifMatch, changes: ({ after }) => keyChanges([after]) },
      async (transaction) => {
        await holdOwners(transaction, columns);
        await lockAll(transaction, "key", [id], "change", "key");
        const before = await transaction.key.findUniqueOrThrow({ where: { id }, include: WITH_SECRETS });
        return { before, after: await transaction.key.update({ where: { id }, data: columns, include: WITH_SECRETS }) };
      },
    ),
  );
}

export interface Regeneration {
  readonly actor: string;
  readonly id: string;
  /** The hash of the secret that the caller takes for the current one. */
  readonly currentHash: string;
  readonly now: Date;
  /** Until when the current and earlier secrets are accepted at most; undefined: they end at once. */
  readonly graceUntil: Date | undefined;
  /** Undefined: unchanged. */
  readonly expiresAt: Date | undefined;
  /** The versions that may get a new secret. Absent: any version. */
  readonly ifMatch?: IfMatch;
}

/**
 * Gives a key a new secret, which is returned and not stored; everything else about the key stays.
 * @throws GatewayError not_found when it was deleted meanwhile, changed_meanwhile when it was regenerated meanwhile
 */
export async function regenerateKey(
  services: Writer,
  regeneration: Regeneration,
): Promise<{ secret: string; row: KeyRow; nodes: Receipt[] }> {
  const { actor, id, currentHash, now, graceUntil, expiresAt, ifMatch } = regeneration;
  const { secret, ...identity } = newSecret();
  const { row, nodes } = await changeRow<StoredKey>(
    services,
    {
      actor,
      action: "key.regenerate",
      audited: AUDITED_KEY,
      ifMatch,
      changes: ({ before, after }) => keyChanges([before, after]),
    },
    async (transaction) => {
      await lockAll(transaction, "key", [id], "delete", "key");
      const before = await transaction.key.findUniqueOrThrow({ where: { id }, include: WITH_SECRETS });
      if (before.hash !== currentHash) {
        throw new GatewayError(
          "changed_meanwhile",
          `The key was regenerated meanwhile: its secret is now ${before.name}. Nothing was changed.`,
          { param: "key" },
        );
      }
      await transaction.retiredSecret.deleteMany({
        where: { keyId: id, ...(graceUntil && { validUntil: { lte: now } }) },
      });
      if (graceUntil) {
        await transaction.retiredSecret.updateMany({
          where: { keyId: id, validUntil: { gt: graceUntil } },
          data: { validUntil: graceUntil },
        });
        await transaction.retiredSecret.create({
          data: { hash: before.hash, keyId: id, name: before.name, validUntil: graceUntil },
        });
      }
      return {
        before,
        after: await transaction.key.update({ where: { id }, data: { ...identity, expiresAt }, include: WITH_SECRETS }),
      };
    },
  );
  return { secret, row, nodes };
}

/**
 * Deletes keys, all of them or none.
 * @throws GatewayError not_found when one was deleted meanwhile, changed_meanwhile
 */
export async function deleteKeys(
  services: Writer,
  actor: string,
  { ids, ifMatch }: Omit<Deletion, "cascade">,
): Promise<Receipt[]> {
  const { nodes } = await write(services, async (transaction) => {
    const rows = await deleteKeyRows(transaction, ids);
    if (rows.length < ids.length)
      throw new GatewayError("not_found", "Not every one of these keys exists; none was deleted.", { param: "keys" });
    requireDeletable(ifMatch, AUDITED_KEY, rows);
    return { result: undefined, audit: recordDeletedKeys(actor, rows), changes: keyChanges(rows) };
  });
  return nodes;
}

/** @throws GatewayError already_exists for the alias */
async function uniqueAlias<Result>(work: Promise<Result>): Promise<Result> {
  const message = "There is already a key with this key_alias; choose another or leave it out.";
  return orAlreadyExists(work, message, "key_alias");
}

function filterConditions({ userId, teamId, organizationId, issuer, expired, ends, scope }: KeyFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [scopeCondition(scope)];
  if (userId !== undefined) conditions.push(Prisma.sql`row.user_id = ${userId}`);
  if (teamId !== undefined) conditions.push(Prisma.sql`row.team_id = ${teamId}`);
  if (organizationId !== undefined) conditions.push(Prisma.sql`row.organization_id = ${organizationId}`);
  if (issuer !== undefined) conditions.push(Prisma.sql`row.maker ->> 'issuer' = ${issuer}`);
  if (expired) conditions.push(Prisma.sql`coalesce(row.expires_at <= ${expired.at}, FALSE) = ${expired.is}`);
  if (ends) conditions.push(Prisma.sql`row.expires_at > ${ends.after} AND row.expires_at <= ${ends.by}`);
  return conditions;
}
