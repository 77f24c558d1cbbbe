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
import { userSchema } from "../user";
import { STALE_AFTER } from "./stale-answers";

const userFields = {
  user_alias: alias.nullish(),
  user_email: alias.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean().optional(),
  user_role: z
    .literal("proxy_admin_viewer")
    .nullish()
    .describe("`proxy_admin_viewer` lets the user read what administrators read; null: an ordinary user"),
  ...limitInputs,
  metadata: metadata.nullish(),
};
/** A user as answers show them, with facts that their own record does not hold. */
const shownUser = userSchema.extend({
  budget: budgetState,
  team_aliases: z
    .record(z.string(), z.string())
    .describe("The names of those of the `teams` that have one, by their ids"),
});
const userWithReceipts = userSchema.extend({ nodes: receipts });
const blockInput = z.strictObject({ user_id: entityId });
const force = z
  .boolean()
  .default(false)
  .describe("Blocks the caller's own user too. Without it, the answer is 409 `would_lock_out`.");

/** `/user/*` (spec 4). */
export const userContracts = {
  new: defineContract({
    id: "user.new",
    method: "POST",
    path: "/user/new",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Create a user",
    input: z.strictObject({
      user_id: newEntityId
        .nullish()
        .describe("The id that the claim of the identity provider carries; absent: generated"),
      ...userFields,
      teams: z.array(entityId).max(1_000).nullish().describe("Teams to become a member of; they must exist"),
    }),
    output: userSchema,
    invalidates: STALE_AFTER.user,
  }),
  info: defineContract({
    id: "user.info",
    method: "GET",
    path: "/user/info",
    family: "management_routes",
    access: "owners",
    effect: "reads",
    versioned: true,
    summary: "Show one user; without user_id the caller",
    input: z.strictObject({ user_id: entityId.optional() }),
    output: shownUser,
  }),
  list: defineContract({
    id: "user.list",
    method: "GET",
    path: "/user/list",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List users, page by page",
    input: z.strictObject({
      ...listInputs,
      user_email: alias.optional(),
      team_id: entityId.optional().describe("Members of this team"),
    }),
    output: listOf(shownUser),
  }),
  update: defineContract({
    id: "user.update",
    method: "POST",
    path: "/user/update",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Change a user; what is left out stays, null clears",
    input: z.strictObject({ user_id: entityId, ...userFields, force }),
    output: userWithReceipts,
    invalidates: STALE_AFTER.user,
  }),
  delete: defineContract({
    id: "user.delete",
    method: "POST",
    path: "/user/delete",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Delete users and their memberships, all of them or none; refused while keys belong to them, unless cascade deletes those too",
    input: z.strictObject({
      user_ids: idList,
      cascade: z.boolean().default(false).describe("Delete the keys of the users too"),
    }),
    output: z.object({ deleted_users: z.array(z.string()), deleted_keys: z.array(z.string()), nodes: receipts }),
    invalidates: STALE_AFTER.deletion,
  }),
  block: defineContract({
    id: "user.block",
    method: "POST",
    path: "/user/block",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Refuse every request of a user, from now on and on every node",
    input: blockInput.extend({ force }),
    output: userWithReceipts,
    invalidates: STALE_AFTER.user,
  }),
  unblock: defineContract({
    id: "user.unblock",
    method: "POST",
    path: "/user/unblock",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Accept requests of a user again",
    input: blockInput,
    output: userWithReceipts,
    invalidates: STALE_AFTER.user,
  }),
};
