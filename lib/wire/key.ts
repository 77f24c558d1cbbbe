import { z } from "zod";
import {
  contentOutputs,
  hostedOutputs,
  limitOutputs,
  modelLimitOutputs,
  permissionOutputs,
  timeOutputs,
} from "./fields";
import { payerNames } from "./payer-names";

/** By what right a key was made. */
export const keyMaker = z
  .object({
    role: z.enum(["team", "internal_user"]).nullable(),
    scopes: z.array(z.string()),
    roles: z.array(z.string()).optional(),
  })
  .nullable()
  .describe(
    "The role and the scopes of the caller who made the key, and the roles of its token if their mappings state models or routes: all bind the key too; null: an administrator made it",
  );

const keyFields = {
  key_name: z.string().describe("`sk-...` and the last four characters"),
  token_id: z.string(),
  key_alias: z.string().nullable(),
  expires: z.string().nullable(),
  user_id: z.string().nullable(),
  team_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  allowed_routes: z
    .array(z.string())
    .describe("Paths, `*` patterns or family names; empty: the team's or user's rules decide"),
  maker: keyMaker,
  blocked: z.boolean(),
  ...permissionOutputs,
  ...hostedOutputs,
  ...contentOutputs,
  ...limitOutputs,
  ...modelLimitOutputs,
  metadata: z.unknown(),
  previous_keys: z
    .array(z.object({ key_name: z.string(), valid_until: z.string() }))
    .describe("The secrets that the key had before it was regenerated, with the time until which each is accepted"),
  ...timeOutputs,
};
export const keySchema = z.object({ ...keyFields, spend: z.number().describe("Dollars, all time") });
/** A key with the names of its owners. */
export const listedKeySchema = keySchema.extend({
  team_alias: payerNames.team_alias,
  user_alias: payerNames.user_alias,
  user_email: payerNames.user_email,
  organization_alias: payerNames.organization_alias,
});
export const generatedKeySchema = z.object({
  key: z.string().describe("The secret, which is never shown again"),
  ...keyFields,
});
export type Key = z.infer<typeof keySchema>;
export type ListedKey = z.infer<typeof listedKeySchema>;
export type GeneratedKey = z.infer<typeof generatedKeySchema>;
export type KeyRecord = z.infer<z.ZodObject<typeof keyFields>>;
