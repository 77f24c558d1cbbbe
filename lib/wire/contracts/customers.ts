import { z } from "zod";
import { budgetState } from "../budget-state";
import { defineContract } from "../contract";
import { customerSchema } from "../customer";
import {
  alias,
  entityId,
  flagInput,
  idList,
  limitInputs,
  listInputs,
  listOf,
  metadata,
  newEntityId,
  receipts,
} from "../fields";
import { STALE_AFTER } from "./stale-answers";

const customerFields = {
  alias: alias.nullish(),
  blocked: z.boolean().optional(),
  ...limitInputs,
  metadata: metadata.nullish(),
};
const blockInput = z
  .strictObject({ user_id: entityId.optional(), user_ids: idList.optional() })
  .refine(({ user_id, user_ids }) => (user_id === undefined) !== (user_ids === undefined), {
    path: ["user_ids"],
    message: "send either user_id or user_ids",
  });
const blockOutput = z.object({ data: z.array(customerSchema), nodes: receipts });

/** `/customer/*`: end users. */
export const customerContracts = {
  new: defineContract({
    id: "customer.new",
    method: "POST",
    path: "/customer/new",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary:
      "Create an end user, whom calls name in a claim or in OpenAI's `user` field; calls may name end users that were never created",
    input: z.strictObject({ user_id: newEntityId, ...customerFields }),
    output: customerSchema,
    invalidates: STALE_AFTER.customer,
  }),
  info: defineContract({
    id: "customer.info",
    method: "GET",
    path: "/customer/info",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    versioned: true,
    summary: "Show one end user, also one who is known only from calls",
    input: z.strictObject({
      user_id: entityId.optional(),
      end_user_id: entityId.optional().describe("The same as user_id"),
    }),
    output: customerSchema.extend({
      calls: z.number().describe("All time"),
      budget: budgetState,
    }),
  }),
  list: defineContract({
    id: "customer.list",
    method: "GET",
    path: "/customer/list",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the end users page by page, also those who are known only from calls; by date, these come last",
    input: z.strictObject({
      ...listInputs,
      recorded: flagInput.describe("Only those with a record (true), or only those known from calls alone (false)"),
    }),
    output: listOf(customerSchema.extend({ calls: z.number().describe("All time"), budget: budgetState })),
  }),
  update: defineContract({
    id: "customer.update",
    method: "POST",
    path: "/customer/update",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Change an end user; what is left out stays, null clears",
    input: z.strictObject({ user_id: entityId, ...customerFields }),
    output: customerSchema.extend({ nodes: receipts }),
    invalidates: STALE_AFTER.customer,
  }),
  delete: defineContract({
    id: "customer.delete",
    method: "POST",
    path: "/customer/delete",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Delete end users, all of them or none; a deleted end user is no longer blocked",
    input: z.strictObject({ user_ids: idList }),
    output: z.object({ deleted_customers: z.array(z.string()), nodes: receipts }),
    invalidates: STALE_AFTER.deletion,
  }),
  block: defineContract({
    id: "customer.block",
    method: "POST",
    path: "/customer/block",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Refuse every request made for these end users, known here or not, from now on and on every node",
    input: blockInput,
    output: blockOutput,
    invalidates: STALE_AFTER.customer,
  }),
  unblock: defineContract({
    id: "customer.unblock",
    method: "POST",
    path: "/customer/unblock",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Accept requests made for these end users again",
    input: blockInput,
    output: blockOutput,
    invalidates: STALE_AFTER.customer,
  }),
};
