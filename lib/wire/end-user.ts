import { z } from "zod";
import { alias, commonInputs, limitInputs, limitOutputs, permissionInputs, permissionOutputs } from "./fields";

/** What can be set of an end user. */
export const endUserInputs = {
  alias: alias.nullish().describe("The name that people see; null: none"),
  blocked: commonInputs.blocked,
  ...permissionInputs,
  ...limitInputs,
  metadata: commonInputs.metadata,
};

/** An end user, which the management API calls a customer. */
export const endUserSchema = z.object({
  user_id: z.string().describe("The id in a token's claim or in OpenAI's `user` field"),
  alias: z.string().nullable(),
  blocked: z.boolean(),
  ...permissionOutputs,
  ...limitOutputs,
  metadata: z.unknown(),
  spend: z.number().describe("Dollars, all time"),
  created_at: z.string().nullable().describe("Null: known only from calls"),
  updated_at: z.string().nullable().describe("Null: known only from calls"),
});
export type EndUser = z.infer<typeof endUserSchema>;
