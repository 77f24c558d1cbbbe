import { z } from "zod";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { budgetState } from "../budget-state";
import { alias, entityId, idList, listInputs, listOf, newEntityId, receipts } from "../fields";
import { userInputs, userSchema } from "../user";
import { entityContracts } from "./entities";

/** A user as answers show them, with facts that their own record does not hold. */
const shownUser = userSchema.extend({
  budget: budgetState,
  team_aliases: z
    .record(z.string(), z.string())
    .describe("The names of those of the `teams` that have one, by their ids"),
});
const userWithReceipts = userSchema.extend({ nodes: receipts });
const one = z.strictObject({ user_id: entityId.describe("The id of the user") });
const force = z
  .boolean()
  .default(false)
  .describe("Blocks the caller's own user too. Without it, the answer is 409 `would_lock_out`.");

/** `/user/*` (spec 4). */
export const userContracts = entityContracts(MANAGED_KINDS.user, {
  new: {
    summary: "Create a user",
    input: z.strictObject({
      user_id: newEntityId
        .nullish()
        .describe("The id that the identity provider writes into its claim; absent: the gateway generates one"),
      ...userInputs,
      teams: z
        .array(entityId)
        .max(1_000)
        .nullish()
        .describe("The ids of existing teams of which the user becomes a member"),
    }),
    output: userSchema,
  },
  info: {
    access: "owners",
    summary: "Show one user; without user_id the caller",
    input: z.strictObject({ user_id: entityId.optional().describe("The id of the user; absent: your own") }),
    output: shownUser,
  },
  list: {
    summary: "List users, page by page",
    input: z.strictObject({
      ...listInputs,
      user_email: alias.optional().describe("The whole e-mail address of the user to find"),
      team_id: entityId.optional().describe("Only members of this team"),
    }),
    output: listOf(shownUser),
  },
  update: {
    access: "administrators",
    summary: "Change a user. Fields that you leave out stay, and null clears one",
    input: one.extend({ ...userInputs, force }),
    output: userWithReceipts,
  },
  delete: {
    summary:
      "Delete users and their memberships, all of them or none; refused while keys belong to them, unless cascade deletes those too",
    input: z.strictObject({
      user_ids: idList.describe("The ids of the users"),
      cascade: z.boolean().default(false).describe("Whether to delete the keys of the users too"),
    }),
    output: z.object({ deleted_users: z.array(z.string()), deleted_keys: z.array(z.string()), nodes: receipts }),
  },
  block: {
    summary: "Refuse every request of a user, from now on and on every node",
    input: one.extend({ force }),
    output: userWithReceipts,
  },
  unblock: { summary: "Accept requests of a user again", input: one, output: userWithReceipts },
});
