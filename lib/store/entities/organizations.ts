import type { z } from "zod";
import type { organizationContracts } from "@/lib/wire/contracts/organizations";
import { randomUUID } from "node:crypto";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import type { Organization as OrganizationRecord } from "@/lib/wire/organization";
import type { Prisma } from "@/lib/store/generated/client";
import type { Transaction, Writer } from "../write";
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

export interface OrganizationRow extends PermissionColumn, LimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly models: string[];
  readonly blocked: boolean;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An organisation as the API and audit events show it, without the spend. */
export function organizationRecord(row: OrganizationRow): Omit<OrganizationRecord, "spend"> {
  return {
    organization_id: row.id,
    organization_alias: row.alias,
    models: row.models,
    blocked: row.blocked,
    ...permissionOf(row),
    ...limitsOf(row),
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The columns for inputs. An absent field keeps its column, null clears it. @throws GatewayError invalid_request */
export function organizationColumns(
  input: Omit<z.output<typeof organizationContracts.update.input>, "organization_id">,
) {
  return {
    alias: input.organization_alias,
    models: modelsColumn(input.models),
    blocked: input.blocked,
    ...permissionColumn(input),
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

/** The rows of organisations. */
export const organizationRows = entityRows<OrganizationRow, Prisma.OrganizationUpdateInput>(
  MANAGED_KINDS.organization,
  {
    record: organizationRecord,
    read: (client, ids) => client.organization.findMany({ where: { id: { in: ids } } }),
    update: (transaction, id, data) => transaction.organization.update({ where: { id }, data }),
    beforeDeletion: requireUnused,
  },
);

/** Creates an organisation. Without an id one is generated. @throws GatewayError already_exists */
export async function createOrganization(
  services: Writer,
  actor: string,
  {
    id = randomUUID(),
    columns,
  }: { readonly id?: string; readonly columns: Omit<Prisma.OrganizationCreateInput, "id"> },
): Promise<OrganizationRow> {
  return organizationRows.create(services, actor, async (transaction) => ({
    row: await transaction.organization.create({ data: { ...columns, id } }),
  }));
}

/**
 * Refuses organisations that teams or keys belong to. Writers of a team or key lock its organisation first, so none can
 * appear in between. @throws GatewayError in_use
 */
async function requireUnused(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const where = { organizationId: { in: [...ids] } };
  const [teams, keys] = [await transaction.team.count({ where }), await transaction.key.count({ where })];
  if (teams + keys === 0) return;
  const counted = [...(teams > 0 ? [`teams: ${teams}`] : []), ...(keys > 0 ? [`keys: ${keys}`] : [])].join(", ");
  throw new GatewayError(
    "in_use",
    `Something still belongs to these organisations (${counted}); move or delete it first.`,
    { param: "organization_ids" },
  );
}
