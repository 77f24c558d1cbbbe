import { z } from "zod";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { budgetState } from "../budget-state";
import { entityId, idList, listInputs, listOf, newEntityId, receipts } from "../fields";
import { organizationInputs, organizationSchema } from "../organization";
import { entityContracts } from "./entities";

const organizationWithReceipts = organizationSchema.extend({ nodes: receipts });
const one = z.strictObject({ organization_id: entityId.describe("The id of the organisation") });

/** `/organization/*` */
export const organizationContracts = entityContracts(MANAGED_KINDS.organization, {
  new: {
    summary: "Create an organisation; its id is the one that the identity provider's claim carries",
    input: z.strictObject({
      organization_id: newEntityId
        .nullish()
        .describe("The id that the identity provider writes into its claim; absent: the gateway generates one"),
      ...organizationInputs,
    }),
    output: organizationSchema,
  },
  info: {
    access: "administrators",
    summary: "Show one organisation",
    input: one,
    output: organizationSchema.extend({ budget: budgetState }),
  },
  list: {
    summary: "List organisations, page by page",
    input: z.strictObject(listInputs),
    output: listOf(organizationSchema.extend({ budget: budgetState })),
  },
  update: {
    access: "administrators",
    summary: "Change an organisation. Fields that you leave out stay, and null clears one",
    input: one.extend(organizationInputs),
    output: organizationWithReceipts,
  },
  delete: {
    summary: "Delete organisations, all of them or none; refused while teams or keys belong to them",
    input: z.strictObject({ organization_ids: idList.describe("The ids of the organisations") }),
    output: z.object({ deleted_organizations: z.array(z.string()), nodes: receipts }),
  },
  block: {
    summary: "Refuse every request charged to an organisation, from now on and on every node",
    input: one,
    output: organizationWithReceipts,
  },
  unblock: {
    summary: "Accept requests charged to an organisation again",
    input: one,
    output: organizationWithReceipts,
  },
});
