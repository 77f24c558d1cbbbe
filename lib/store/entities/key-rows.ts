import { GatewayError } from "@/lib/errors";
import type { Change } from "@/lib/store/changes/change-notice";
import { keyRecord } from "@/lib/wire/key";
import type { Prisma } from "@/lib/store/generated/client";
import { lockAll, lockRows } from "../row-locks";
import type { AuditEntry, Transaction } from "../write";

export const WITH_SECRETS = { retiredSecrets: { orderBy: { validUntil: "asc" } } } satisfies Prisma.KeyInclude;

/** A key with the hashes by which it is looked up. */
export type StoredKey = Prisma.KeyGetPayload<{ include: typeof WITH_SECRETS }>;

/** Whose a key is; null and undefined: nobody's. */
export interface KeyOwners {
  readonly userId?: string | null;
  readonly organizationId?: string | null;
  readonly teamId?: string | null;
}

/** Keeps the owners of a key from being deleted until the transaction ends. @throws GatewayError not_found */
export async function holdOwners(
  transaction: Transaction,
  { userId, organizationId, teamId }: KeyOwners,
): Promise<void> {
  await lockAll(transaction, "users", given(userId), "refer", { what: "user", param: "user_id" });
  await lockAll(transaction, "organizations", given(organizationId), "refer", {
    what: "organisation",
    param: "organization_id",
  });
  await lockAll(transaction, "teams", given(teamId), "refer", { what: "team", param: "team_id" });
}

function given(id: string | null | undefined): string[] {
  return typeof id === "string" ? [id] : [];
}

type OwnerFilter = { readonly userId: { in: string[] } } | { readonly teamId: { in: string[] } };

/** @throws GatewayError in_use, saying how many keys these owners have */
export async function requireNoKeys(
  transaction: Transaction,
  owner: OwnerFilter,
  { what, param }: { readonly what: string; readonly param: string },
): Promise<void> {
  const count = await transaction.key.count({ where: owner });
  if (count === 0) return;
  const [keys, them] = count === 1 ? ["1 key belongs", "it"] : [`${count} keys belong`, "them"];
  throw new GatewayError(
    "in_use",
    `${keys} to these ${what}; delete ${them} first, or send "cascade": true to delete ${them} too.`,
    { param },
  );
}

/** Deletes the keys of owners; their owners must be locked for deletion. Returns what was deleted. */
export async function deleteOwnedKeys(transaction: Transaction, owner: OwnerFilter): Promise<StoredKey[]> {
  const owned = await transaction.key.findMany({ where: owner, select: { id: true } });
  return deleteKeyRows(
    transaction,
    owned.map(({ id }) => id),
  );
}

/** Deletes keys; those that are gone already are left out of what it returns. */
export async function deleteKeyRows(transaction: Transaction, ids: readonly string[]): Promise<StoredKey[]> {
  const where = { id: { in: [...(await lockRows(transaction, "keys", ids, "delete"))] } };
  const rows = await transaction.key.findMany({ where, include: WITH_SECRETS });
  await transaction.key.deleteMany({ where });
  return rows;
}

/** What other nodes must forget of keys: every hash that leads to them. */
export function keyChanges(keys: readonly StoredKey[]): Change[] {
  return keys
    .flatMap(({ hash, retiredSecrets }) => [hash, ...retiredSecrets.map((secret) => secret.hash)])
    .map((id) => ({ entity: "key", id }));
}

/** The audit events of deleted keys. */
export function recordDeletedKeys(actor: string, keys: readonly StoredKey[]): AuditEntry[] {
  return keys.map((row) => ({
    actor,
    action: "key.delete",
    entityType: "key",
    entityId: row.id,
    before: keyRecord(row),
  }));
}
