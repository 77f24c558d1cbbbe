import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import {
  changeOrganization,
  createOrganization,
  deleteOrganizations,
  findOrganization,
  listOrganizations,
} from "@/lib/store/entities/organizations";
import { metadataColumn, modelsColumn } from "@/lib/wire/fields";
import type { Receipt } from "@/lib/store/changes/change-feed";
import { limitColumns } from "@/lib/wire/limit-columns";
import { organizationRecord, type Organization, type OrganizationRow } from "@/lib/wire/organization";
import { budgetStateOf } from "./entity-budget";
import { oneWithSpend, withSpend } from "./entity-spend";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";

function columnsOf(input: Omit<z.output<typeof organizationContracts.update.input>, "organization_id">) {
  return {
    alias: input.organization_alias,
    models: modelsColumn(input.models),
    blocked: input.blocked,
    ...limitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

function spending(row: OrganizationRow) {
  return { id: row.id, record: organizationRecord(row) };
}

type OrganizationChange = Omit<Parameters<typeof changeOrganization>[1], "actor">;

async function change(
  { services, caller }: CallerContext,
  what: OrganizationChange,
): Promise<{ body: Organization & { nodes: Receipt[] } }> {
  const { row, nodes } = await changeOrganization(services, { actor: caller.actor, ...what });
  const organization = await oneWithSpend(services, "organization", spending(row));
  return { body: { ...organization, nodes } };
}

const organizationNew = defineOperation(organizationContracts.new, async ({ services, caller }, input) => {
  const row = await createOrganization(services, caller.actor, {
    id: input.organization_id ?? undefined,
    columns: columnsOf(input),
  });
  return { body: await oneWithSpend(services, "organization", spending(row)) };
});

const organizationInfo = defineOperation(organizationContracts.info, async ({ services }, input) => {
  const row = await findOrganization(services.database, input.organization_id);
  if (!row)
    throw new GatewayError("not_found", "There is no organisation with this organization_id.", {
      param: "organization_id",
    });
  const organization = await oneWithSpend(services, "organization", spending(row));
  return {
    body: {
      ...organization,
      budget: await budgetStateOf(services, "organization", row.id, organizationRecord(row)),
    },
  };
});

const organizationList = defineOperation(organizationContracts.list, async ({ services }, input) => {
  const { rows, total } = await listOrganizations(services.database, input);
  return {
    body: {
      data: await withSpend(services, "organization", rows.map(spending)),
      total,
      page: input.page,
      size: input.size,
    },
  };
});

const organizationUpdate = defineOperation(organizationContracts.update, (context, input) =>
  change(context, { action: "organization.update", id: input.organization_id, columns: columnsOf(input) }),
);

const organizationDelete = defineOperation(organizationContracts.delete, async ({ services, caller }, input) => {
  const ids = [...new Set(input.organization_ids)];
  return { body: { deleted_organizations: ids, nodes: await deleteOrganizations(services, caller.actor, ids) } };
});

const organizationBlock = defineOperation(organizationContracts.block, (context, input) =>
  change(context, { action: "organization.block", id: input.organization_id, columns: { blocked: true } }),
);

const organizationUnblock = defineOperation(organizationContracts.unblock, (context, input) =>
  change(context, { action: "organization.unblock", id: input.organization_id, columns: { blocked: false } }),
);

/** `/organization/*` (design 5). */
export const organizationOperations: readonly CallerOperation[] = [
  organizationNew,
  organizationInfo,
  organizationList,
  organizationUpdate,
  organizationDelete,
  organizationBlock,
  organizationUnblock,
];
