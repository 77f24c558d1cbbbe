import type { z } from "zod";
import { ENTITY_KINDS } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import type { Change } from "@/lib/store/changes/change-notice";
import type { keyContracts } from "@/lib/wire/contracts/keys";
import { keyMaker, type KeyRecord } from "@/lib/wire/key";
import { Prisma } from "@/lib/store/generated/client";
import { auditEntry, type AuditEntry, type Audited } from "../audit-entry";
import { lockAll, lockRows } from "../row-locks";
import type { Transaction } from "../write";
import {
  contentColumns,
  type ContentColumns,
  contentOf,
  hostedColumn,
  type HostedColumn,
  hostedOf,
  limitColumns,
  limitsOf,
  metadataColumn,
  modelLimitColumns,
  modelLimitsOf,
  modelsColumn,
  permissionColumn,
  type LimitColumns,
  type ModelLimitColumns,
  permissionOf,
  type PermissionColumn,
} from "./limit-columns";
import { lockMemberships } from "./team-rows";

export interface KeyRow extends PermissionColumn, HostedColumn, ContentColumns, LimitColumns, ModelLimitColumns {
  readonly id: string;
  readonly name: string;
  readonly alias: string | null;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly organizationId: string | null;
  readonly models: string[];
  readonly allowedRoutes: string[];
  readonly maker: unknown;
  readonly blocked: boolean;
  readonly expiresAt: Date | null;
  readonly metadata: unknown;
  readonly retiredSecrets: readonly { readonly name: string; readonly validUntil: Date }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A key as the API and audit events show it, without the secret, its hash and the spend. */
export function keyRecord(row: KeyRow): KeyRecord {
  return {
    key_name: row.name,
    token_id: row.id,
    key_alias: row.alias,
    expires: row.expiresAt?.toISOString() ?? null,
    user_id: row.userId,
    team_id: row.teamId,
    organization_id: row.organizationId,
    models: row.models,
    allowed_routes: row.allowedRoutes,
    maker: keyMaker.catch(null).parse(row.maker),
    blocked: row.blocked,
    ...permissionOf(row),
    ...hostedOf(row),
    ...contentOf(row),
    ...limitsOf(row),
    ...modelLimitsOf(row),
    metadata: row.metadata,
    previous_keys: row.retiredSecrets.map(({ name, validUntil }) => ({
      key_name: name,
      valid_until: validUntil.toISOString(),
    })),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/**
 * The columns for inputs, without owners and expiry. An absent field keeps its column, null clears it.
 * @throws GatewayError invalid_request
 */
export function keyColumns(input: Omit<z.output<typeof keyContracts.update.input>, "key" | "duration">) {
  return {
    alias: input.key_alias,
    models: modelsColumn(input.models),
    allowedRoutes: modelsColumn(input.allowed_routes),
    blocked: input.blocked,
    ...permissionColumn(input),
    ...hostedColumn(input),
    ...contentColumns(input),
    ...limitColumns(input),
    ...modelLimitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

export const WITH_SECRETS = { retiredSecrets: { orderBy: { validUntil: "asc" } } } satisfies Prisma.KeyInclude;

/** A key with the hashes by which it is looked up. */
export type StoredKey = Prisma.KeyGetPayload<{ include: typeof WITH_SECRETS }>;

export const AUDITED_KEY: Audited<StoredKey> = { entityType: "key", record: keyRecord };

/** The owners of a key; null or undefined: it has no such owner. */
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
  await lockAll(transaction, "user", given(userId), "refer", "user_id");
  await lockAll(transaction, "organization", given(organizationId), "refer", "organization_id");
  await lockAll(transaction, "team", given(teamId), "refer", "team_id");
}

function given(id: string | null | undefined): string[] {
  return typeof id === "string" ? [id] : [];
}

/**
 * Prepares teams or users, which must be locked, for their deletion: locks their memberships and deletes their keys,
 * which it returns.
 * @throws GatewayError in_use when they have keys and `cascade` is not set
 */
export async function deleteKeysOf(
  transaction: Transaction,
  {
    type,
    ids,
    cascade,
  }: { readonly type: "team" | "user"; readonly ids: readonly string[]; readonly cascade: boolean },
): Promise<StoredKey[]> {
  const { field, label } = ENTITY_KINDS[type];
  const where = type === "team" ? { teamId: { in: [...ids] } } : { userId: { in: [...ids] } };
  if (!cascade) requireNone(await transaction.key.count({ where }), { owners: `${label}s`, param: `${field}s` });
  await lockMemberships(transaction, Prisma.sql`${Prisma.raw(field)} = ANY(${[...ids]})`);
  const owned = await transaction.key.findMany({ where, select: { id: true } });
  return deleteKeyRows(
    transaction,
    owned.map(({ id }) => id),
  );
}

function requireNone(count: number, { owners, param }: { readonly owners: string; readonly param: string }): void {
  if (count === 0) return;
  const [keys, them] = count === 1 ? ["1 key belongs", "it"] : [`${count} keys belong`, "them"];
  throw new GatewayError(
    "in_use",
    `${keys} to these ${owners}; delete ${them} first, or send "cascade": true to delete ${them} too.`,
    { param },
  );
}

/** Deletes keys and returns the deleted ones; keys that no longer exist are left out. */
export async function deleteKeyRows(transaction: Transaction, ids: readonly string[]): Promise<StoredKey[]> {
  const where = { id: { in: [...(await lockRows(transaction, "key", ids, "delete"))] } };
  const rows = await transaction.key.findMany({ where, include: WITH_SECRETS });
  await transaction.key.deleteMany({ where });
  return rows;
}

/** The cached entries that nodes must drop when keys change: one for each hash by which a key is found. */
export function keyChanges(keys: readonly StoredKey[]): Change[] {
  return keys
    .flatMap(({ hash, retiredSecrets }) => [hash, ...retiredSecrets.map((secret) => secret.hash)])
    .map((id) => ({ entity: "key", id }));
}

/** The audit events of deleted keys. */
export function recordDeletedKeys(actor: string, keys: readonly StoredKey[]): AuditEntry[] {
  return keys.map((before) => auditEntry(AUDITED_KEY, { actor, action: "key.delete", before }));
}
