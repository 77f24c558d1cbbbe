import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import {
  changeOrganization,
  createOrganization,
  deleteOrganizations,
  findOrganization,
  listOrganizations,
} from "@/lib/store/entities/organizations";
import {
  alias,
  entityId,
  idList,
  limitInputs,
  listInputs,
  listOf,
  metadata,
  metadataColumn,
  models,
  modelsColumn,
  receipts,
} from "@/lib/wire/fields";
import { limitColumns } from "@/lib/wire/limit-columns";
import { organizationRecord, organizationSchema, type OrganizationRow } from "@/lib/wire/organization";
import { json, type ApiReply } from "@/lib/doors/contract";
import { budgetStateOf } from "./entity-budget";
import { budgetState } from "@/lib/wire/budget-state";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";

const organizationFields = {
  organization_alias: alias.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean().optional(),
  ...limitInputs,
  metadata: metadata.nullish(),
};
const organizationWithReceipts = organizationSchema.extend({ nodes: receipts });

function columnsOf(input: z.output<z.ZodObject<typeof organizationFields>>) {
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

async function change({ services, caller }: OperationContext, what: OrganizationChange): Promise<ApiReply> {
  const { actor } = requireAdmin(caller);
  const { row, nodes } = await changeOrganization(services, { actor, ...what });
  const [organization] = await withSpend(services, "organization", [spending(row)]);
  return json({ ...organization, nodes });
}

const organizationNew = defineOperation({
  id: "organization_new",
  method: "POST",
  path: "/organization/new",
  family: "management_routes",
  summary: "Create an organisation; its id is the one that the identity provider's claim carries",
  input: z.strictObject({ organization_id: entityId.nullish(), ...organizationFields }),
  output: organizationSchema,
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const row = await createOrganization(services, actor, {
      id: input.organization_id ?? undefined,
      columns: columnsOf(input),
    });
    const [organization] = await withSpend(services, "organization", [spending(row)]);
    return json(organization);
  },
});

const organizationInfo = defineOperation({
  id: "organization_info",
  method: "GET",
  path: "/organization/info",
  family: "management_routes",
  summary: "One organisation",
  input: z.strictObject({ organization_id: entityId }),
  output: organizationSchema.extend({ budget: budgetState }),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const row = await findOrganization(services.database, input.organization_id);
    if (!row)
      throw new GatewayError("not_found", "There is no organisation with this organization_id.", {
        param: "organization_id",
      });
    const [organization] = await withSpend(services, "organization", [spending(row)]);
    return json({
      ...organization,
      budget: await budgetStateOf(services, "organization", row.id, organizationRecord(row)),
    });
  },
});

const organizationList = defineOperation({
  id: "organization_list",
  method: "GET",
  path: "/organization/list",
  family: "management_routes",
  summary: "Organisations, page by page",
  input: z.strictObject(listInputs),
  output: listOf(organizationSchema),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const { rows, total } = await listOrganizations(services.database, input);
    return json({
      data: await withSpend(services, "organization", rows.map(spending)),
      total,
      page: input.page,
      size: input.size,
    });
  },
});

const organizationUpdate = defineOperation({
  id: "organization_update",
  method: "POST",
  path: "/organization/update",
  family: "management_routes",
  summary: "Change an organisation; what is left out stays, null clears",
  input: z.strictObject({ organization_id: entityId, ...organizationFields }),
  output: organizationWithReceipts,
  handle: (context, input) =>
    change(context, { action: "organization.update", id: input.organization_id, columns: columnsOf(input) }),
});

const organizationDelete = defineOperation({
  id: "organization_delete",
  method: "POST",
  path: "/organization/delete",
  family: "management_routes",
  summary: "Delete organisations, all of them or none; refused while teams or keys belong to them",
  input: z.strictObject({ organization_ids: idList }),
  output: z.object({ deleted_organizations: z.array(z.string()), nodes: receipts }),
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const ids = [...new Set(input.organization_ids)];
    return json({ deleted_organizations: ids, nodes: await deleteOrganizations(services, actor, ids) });
  },
});

const blockInput = z.strictObject({ organization_id: entityId });

const organizationBlock = defineOperation({
  id: "organization_block",
  method: "POST",
  path: "/organization/block",
  family: "management_routes",
  summary: "Refuse every request charged to an organisation, from now on and on every node",
  input: blockInput,
  output: organizationWithReceipts,
  handle: (context, input) =>
    change(context, { action: "organization.block", id: input.organization_id, columns: { blocked: true } }),
});

const organizationUnblock = defineOperation({
  id: "organization_unblock",
  method: "POST",
  path: "/organization/unblock",
  family: "management_routes",
  summary: "Accept requests charged to an organisation again",
  input: blockInput,
  output: organizationWithReceipts,
  handle: (context, input) =>
    change(context, { action: "organization.unblock", id: input.organization_id, columns: { blocked: false } }),
});

/** `/organization/*` (design 5). */
export const organizationOperations: readonly Operation[] = [
  organizationNew,
  organizationInfo,
  organizationList,
  organizationUpdate,
  organizationDelete,
  organizationBlock,
  organizationUnblock,
];
