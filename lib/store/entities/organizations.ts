import { randomUUID } from "node:crypto";
import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { organizationRecord, type OrganizationRow } from "@/lib/wire/organization";
import type { Database } from "../database";
import { orAlreadyExists, orUnavailable } from "../failures";
import type { Prisma } from "@/lib/store/generated/client";
import { auditEntry, type Audited } from "../audit-entry";
import { inOrder, type Listed, listIds, type ListQuery } from "../listing";
import { changeRow, requireDeletable, type Deletion } from "../row-change";
import type { IfMatch } from "../row-version";
import { lockAll } from "../row-locks";
import { write, type Transaction, type Writer } from "../write";

const AUDITED: Audited<OrganizationRow> = { entityType: "organization", record: organizationRecord };

/** One organisation. @throws GatewayError directory_unavailable */
export async function findOrganization(database: Database, id: string): Promise<OrganizationRow | undefined> {
  return (await orUnavailable(database.prisma.organization.findUnique({ where: { id } }))) ?? undefined;
}

/** One page of the organisations. @throws GatewayError directory_unavailable */
export async function listOrganizations(database: Database, query: ListQuery): Promise<Listed<OrganizationRow>> {
  const { rows: ids, ...page } = await orUnavailable(listIds(database, "organization", query));
  const rows = await orUnavailable(database.prisma.organization.findMany({ where: { id: { in: ids } } }));
  return { ...page, rows: inOrder(ids, rows) };
}

/** Creates an organisation. Without an id one is generated. @throws GatewayError already_exists */
export async function createOrganization(
  services: Writer,
  actor: string,
  organization: { readonly id?: string; readonly columns: Omit<Prisma.OrganizationCreateInput, "id"> },
): Promise<OrganizationRow> {
  const id = organization.id ?? randomUUID();
  const written = write(services, async (transaction) => {
    const row = await transaction.organization.create({ data: { ...organization.columns, id } });
    return {
      result: row,
      audit: [auditEntry(AUDITED, { actor, action: "organization.create", after: row })],
      changes: [{ entity: "organization", id }],
    };
  });
  const message = "There is already an organisation with this organization_id; choose another or leave it out.";
  return (await orAlreadyExists(written, message, "organization_id")).result;
}

/** Changes columns of an organisation. @throws GatewayError not_found, changed_meanwhile */
export async function changeOrganization(
  services: Writer,
  change: {
    actor: string;
    action: "organization.update" | "organization.block" | "organization.unblock";
    id: string;
    columns: Prisma.OrganizationUpdateInput;
    ifMatch?: IfMatch;
  },
): Promise<{ row: OrganizationRow; nodes: Receipt[] }> {
  const { actor, action, id, columns, ifMatch } = change;
  return changeRow(
    services,
    {
      actor,
      action,
      audited: AUDITED,
      ifMatch,
      changes: () => [{ entity: "organization", id }],
    },
    async (transaction) => {
      await lockAll(transaction, "organization", [id], "change", "organization_id");
      const before = await transaction.organization.findUniqueOrThrow({ where: { id } });
      return { before, after: await transaction.organization.update({ where: { id }, data: columns }) };
    },
  );
}

/**
 * Deletes organisations, all of them or none. Their spend stays on record.
 * @throws GatewayError not_found, in_use while teams or keys belong to them, changed_meanwhile
 */
export async function deleteOrganizations(
  services: Writer,
  actor: string,
  { ids, ifMatch }: Omit<Deletion, "cascade">,
): Promise<Receipt[]> {
  const { nodes } = await write(services, async (transaction) => {
    const where = { id: { in: [...ids] } };
    await lockAll(transaction, "organization", ids, "delete", "organization_ids");
    await requireUnused(transaction, ids);
    const rows = await transaction.organization.findMany({ where });
    requireDeletable(ifMatch, AUDITED, rows);
    await transaction.organization.deleteMany({ where });
    return {
      result: undefined,
      audit: rows.map((before) => auditEntry(AUDITED, { actor, action: "organization.delete", before })),
      changes: ids.map((id) => ({ entity: "organization", id })),
    };
  });
  return nodes;
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
