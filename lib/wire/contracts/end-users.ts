import { z } from "zod";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { budgetState } from "../budget-state";
import { endUserInputs, endUserSchema } from "../end-user";
import { entityId, flagInput, idList, listInputs, listOf, newEntityId, receipts } from "../fields";
import { entityContracts } from "./entities";

/** An end user as answers show them, with facts that their own record does not hold. */
const shownEndUser = endUserSchema.extend({ calls: z.number().describe("All time"), budget: budgetState });
const ID = "The id of the end user, as calls name it";
const oneOrSeveral = z
  .strictObject({
    user_id: entityId.optional().describe("The id of one end user"),
    user_ids: idList.optional().describe("The ids of several end users; send this or `user_id`"),
  })
  .refine(({ user_id, user_ids }) => (user_id === undefined) !== (user_ids === undefined), {
    path: ["user_ids"],
    message: "send either user_id or user_ids",
  });
const blocked = z.object({ data: z.array(endUserSchema), nodes: receipts });

/** `/customer/*`: the management API calls end users customers. */
export const endUserContracts = entityContracts(MANAGED_KINDS.end_user, {
  new: {
    summary:
      "Create an end user, whom calls name in a claim or in OpenAI's `user` field; calls may name end users that were never created",
    input: z.strictObject({ user_id: newEntityId.describe(ID), ...endUserInputs }),
    output: endUserSchema,
  },
  info: {
    access: "administrators",
    summary: "Show one end user, also one who is known only from calls",
    input: z.strictObject({
      user_id: entityId.optional().describe(ID),
      end_user_id: entityId.optional().describe("Another name for `user_id`; send one of the two"),
    }),
    output: shownEndUser,
  },
  list: {
    summary: "List the end users page by page, also those who are known only from calls; by date, these come last",
    input: z.strictObject({
      ...listInputs,
      recorded: flagInput.describe(
        "`true`: only those with a record of their own; `false`: only those known solely from calls",
      ),
    }),
    output: listOf(shownEndUser),
  },
  update: {
    access: "administrators",
    summary: "Change an end user. Fields that you leave out stay, and null clears one",
    input: z.strictObject({ user_id: entityId.describe(ID), ...endUserInputs }),
    output: endUserSchema.extend({ nodes: receipts }),
  },
  delete: {
    summary: "Delete end users, all of them or none; a deleted end user is no longer blocked",
    input: z.strictObject({ user_ids: idList.describe("The ids of the end users") }),
    output: z.object({ deleted_customers: z.array(z.string()), nodes: receipts }),
  },
  block: {
    summary: "Refuse every request made for these end users, known here or not, from now on and on every node",
    input: oneOrSeveral,
    output: blocked,
  },
  unblock: { summary: "Accept requests made for these end users again", input: oneOrSeveral, output: blocked },
});
