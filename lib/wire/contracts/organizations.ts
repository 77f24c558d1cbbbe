import { z } from "zod";
import { budgetState } from "../budget-state";
import { defineContract } from "../contract";
import {
  alias,
  entityId,
  idList,
  limitInputs,
  listInputs,
  listOf,
  metadata,
  models,
  newEntityId,
  receipts,
} from "../fields";
import { organizationSchema } from "../organization";
import { STALE_AFTER } from "./stale-answers";

const organizationFields = {
  organization_alias: alias.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean().optional(),
  ...limitInputs,
  metadata: metadata.nullish(),
};
const organizationWithReceipts = organizationSchema.extend({ nodes: receipts });
const blockInput = z.strictObject({ organization_id: entityId });

/** `/organization/*` */
export const organizationContracts = {
  new: defineContract({
    id: "organization.new",
    method: "POST",
    path: "/organization/new",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Create an organisation; its id is the one that the identity provider's claim carries",
    input: z.strictObject({ organization_id: newEntityId.nullish(), ...organizationFields }),
    output: organizationSchema,
    invalidates: STALE_AFTER.organization,
  }),
  info: defineContract({
    id: "organization.info",
    method: "GET",
    path: "/organization/info",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    versioned: true,
    summary: "Show one organisation",
    input: z.strictObject({ organization_id: entityId }),
    output: organizationSchema.extend({ budget: budgetState }),
  }),
  list: defineContract({
    id: "organization.list",
    method: "GET",
    path: "/organization/list",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List organisations, page by page",
    input: z.strictObject(listInputs),
    output: listOf(organizationSchema.extend({ budget: budgetState })),
  }),
  update: defineContract({
    id: "organization.update",
    method: "POST",
    path: "/organization/update",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Change an organisation; what is left out stays, null clears",
    input: z.strictObject({ organization_id: entityId, ...organizationFields }),
    output: organizationWithReceipts,
    invalidates: STALE_AFTER.organization,
  }),
  delete: defineContract({
    id: "organization.delete",
    method: "POST",
    path: "/organization/delete",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Delete organisations, all of them or none; refused while teams or keys belong to them",
    input: z.strictObject({ organization_ids: idList }),
    output: z.object({ deleted_organizations: z.array(z.string()), nodes: receipts }),
    invalidates: STALE_AFTER.deletion,
  }),
  block: defineContract({
    id: "organization.block",
    method: "POST",
    path: "/organization/block",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Refuse every request charged to an organisation, from now on and on every node",
    input: blockInput,
    output: organizationWithReceipts,
    invalidates: STALE_AFTER.organization,
  }),
  unblock: defineContract({
    id: "organization.unblock",
    method: "POST",
    path: "/organization/unblock",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Accept requests charged to an organisation again",
    input: blockInput,
    output: organizationWithReceipts,
    invalidates: STALE_AFTER.organization,
  }),
};
