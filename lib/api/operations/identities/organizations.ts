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
import { limitColumns } from "@/lib/wire/limit-columns";
import { organizationRecord } from "@/lib/wire/organization";
import { entityReplies, listQueryOf } from "./entity-replies";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { ifMatchOf } from "@/lib/api/if-match";
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

const replies = entityReplies("organization", organizationRecord);

type OrganizationChange = Omit<Parameters<typeof changeOrganization>[1], "actor">;

async function change({ services, caller }: CallerContext, what: OrganizationChange) {
  return replies.changed(services, await changeOrganization(services, { actor: caller.actor, ...what }));
}

const organizationNew = defineOperation(organizationContracts.new, async ({ services, caller }, input) => {
  const row = await createOrganization(services, caller.actor, {
    id: input.organization_id ?? undefined,
    columns: columnsOf(input),
  });
  return replies.one(services, row);
});

const organizationInfo = defineOperation(organizationContracts.info, async ({ services }, input) => {
  const row = await findOrganization(services.database, input.organization_id);
  if (!row)
    throw new GatewayError("not_found", "There is no organisation with this organization_id.", {
      param: "organization_id",
    });
  return replies.withBudget(services, row);
});

const organizationList = defineOperation(organizationContracts.list, async ({ services }, input) => {
  return replies.page(services, await listOrganizations(services.database, listQueryOf(input)), input);
});

const organizationUpdate = defineOperation(organizationContracts.update, (context, input) =>
  change(context, {
    action: "organization.update",
    id: input.organization_id,
    columns: columnsOf(input),
    ifMatch: ifMatchOf(context.request),
  }),
);

const organizationDelete = defineOperation(
  organizationContracts.delete,
  async ({ services, caller, request }, input) => {
    const ids = [...new Set(input.organization_ids)];
    const nodes = await deleteOrganizations(services, caller.actor, { ids, ifMatch: ifMatchOf(request) });
    return { body: { deleted_organizations: ids, nodes } };
  },
);

const organizationBlock = defineOperation(organizationContracts.block, (context, input) =>
  change(context, { action: "organization.block", id: input.organization_id, columns: { blocked: true } }),
);

const organizationUnblock = defineOperation(organizationContracts.unblock, (context, input) =>
  change(context, { action: "organization.unblock", id: input.organization_id, columns: { blocked: false } }),
);

/** `/organization/*` */
export const organizationOperations: readonly CallerOperation[] = [
  organizationNew,
  organizationInfo,
  organizationList,
  organizationUpdate,
  organizationDelete,
  organizationBlock,
  organizationUnblock,
];
