import { operationsOf } from "@/lib/api/operation";
import { MANAGED_KINDS } from "@/lib/entity-type";
import {
  createOrganization,
  organizationColumns,
  organizationRecord,
  organizationRows,
} from "@/lib/store/entities/organizations";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { entityOperations } from "./entity-operations";
import { entityReplies, listQueryOf } from "./entity-replies";

const replies = entityReplies("organization", organizationRecord);
const { found, change, remove } = entityOperations(MANAGED_KINDS.organization, { rows: organizationRows, replies });

/** `/organization/*` */
export const organizationOperations = operationsOf(organizationContracts, {
  async new({ services, caller }, { organization_id: id, ...input }) {
    const organization = { id: id ?? undefined, columns: organizationColumns(input) };
    return replies.one(services, await createOrganization(services, caller.actor, organization));
  },
  info: async ({ services }, { organization_id: id }) =>
    replies.withBudget(services, found(await organizationRows.find(services.database, id))),
  list: async ({ services }, input) =>
    replies.page(services, await organizationRows.list(services.database, listQueryOf(input)), input),
  update: (context, { organization_id: id, ...input }) =>
    change(context, { verb: "update", id, columns: organizationColumns(input) }),
  async delete(context, input) {
    const { ids, nodes } = await remove(context, input.organization_ids);
    return { body: { deleted_organizations: ids, nodes } };
  },
  block: (context, { organization_id: id }) => change(context, { verb: "block", id, columns: { blocked: true } }),
  unblock: (context, { organization_id: id }) => change(context, { verb: "unblock", id, columns: { blocked: false } }),
});
